import { z } from 'zod';
import { auditRead, writeAudit } from '@/lib/accounts/audit';
import { purge } from '@/lib/cache/invalidate';
import { productSchema } from '@/lib/content/schema';
import { findProduct, findProductOfCourse, listProducts } from '@/lib/courses/catalogue/catalogue';
import { courseSlugsOf, type Product } from '@/lib/courses/catalogue/course';
import { replaceBundleCourses } from '@/lib/courses/catalogue/course-offer';
import { listOwnedCourses } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { defaultLanguage, inEachLanguage, type Language, type Localised } from '@/lib/language';
import { piastresFromPounds } from '@/lib/money';
import { priceProduct } from '@/lib/orders/pricing';
import { assertAdmin, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';

/** A product as the API's contract shows it; `amount` is what is charged now, in piastres. */
export interface ProductView {
  key: string;
  name: string;
  description: string;
  amount: number;
  currency: string;
  courseName: string;
  courseNames?: string[];
}

const productView = (product: Product, lang: Language): ProductView => ({
  key: product.key,
  name: product.name[lang],
  description: product.description[lang],
  amount: priceProduct(product).totalPiastres,
  currency: product.currency,
  courseName: product.courseSlug,
  ...(product.bundle.length > 0 ? { courseNames: courseSlugsOf(product) } : {}),
});

export const listProductViews = async (lang: Language): Promise<ProductView[]> =>
  (await listProducts()).map((product) => productView(product, lang));

export async function readProductView(key: string, lang: Language): Promise<ProductView> {
  const product = (await listProducts()).find((each) => each.key === key);
  if (!product) throw notFound('unknown-product');
  return productView(product, lang);
}

export const setProductsSchema = z
  .array(productSchema)
  .min(1)
  .max(500)
  .superRefine((products, context) => {
    const seen = new Set<string>();
    for (const [index, { key }] of products.entries()) {
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, 'key'], message: 'duplicate' });
      seen.add(key);
    }
  });

type NewProduct = z.output<typeof productSchema>;

const textsOf = (product: NewProduct, field: 'name' | 'description'): Localised =>
  inEachLanguage((lang) =>
    lang === defaultLanguage ? product[field] : (product.translations?.[lang][field] ?? product[field]),
  );

/** Saves all products or none. Without `regularAmount`, a sale ends (row P4). @throws Problem 401, 403 · 422 */
export async function setProducts(
  actor: MaybeActor,
  products: readonly NewProduct[],
  { lang, now }: { lang: Language; now: Date },
): Promise<void> {
  assertAdmin(actor, { stepUp: true, now });
  const translate = await loadTranslator(lang);
  await transaction(async (tx) => {
    const slugs = [...new Set(products.flatMap(({ courseName, courseNames = [] }) => [courseName, ...courseNames]))];
    const knownCourses = await tx.course.findMany({ where: { slug: { in: slugs } }, select: { slug: true } });
    const isUnknown = (slug: string) => !knownCourses.some((course) => course.slug === slug);
    const unknown = products.findIndex(({ courseName, courseNames = [] }) =>
      [courseName, ...courseNames].some(isUnknown),
    );
    if (unknown >= 0) {
      const field = isUnknown(products[unknown]?.courseName ?? '') ? 'courseName' : 'courseNames';
      throw new Problem(422, 'invalid', {
        errors: { [`${unknown}.${field}`]: [translate('validation.unknown_course')] },
      });
    }
    for (const product of products) {
      const data = {
        courseSlug: product.courseName,
        name: textsOf(product, 'name'),
        description: textsOf(product, 'description'),
        amountPiastres: piastresFromPounds(product.regularAmount ?? product.amount),
        saleAmountPiastres: product.regularAmount === undefined ? null : piastresFromPounds(product.amount),
        active: product.active ?? true,
        editedAt: now,
        ...(product.refundableOnSale === undefined ? {} : { refundableOnSale: product.refundableOnSale }),
      };
      await tx.product.upsert({
        where: { key: product.key },
        create: { key: product.key, ...data },
        update: data,
        select: { key: true },
      });
      await replaceBundleCourses(tx, product.key, product.courseNames ?? []);
    }
    const keys = products.map((product) => product.key);
    await writeAudit(tx, { actor, action: 'products.set', subject: 'products', detail: { keys } });
  });
  purge('products', 'courses');
}

export const productStatusSchema = z.union([
  z.object({ productKey: z.string().min(1).max(200) }),
  z.object({ filename: z.string().min(1).max(500) }),
]);

interface ProductQuery {
  readonly actor: MaybeActor;
  readonly userId: string;
  readonly product: z.output<typeof productStatusSchema>;
}

/** Tells if the user owns all courses of a product (row C6). @throws Problem 401, 403 · 404 `unknown-product` */
export async function ownsProduct({ actor, userId, product }: ProductQuery): Promise<boolean> {
  assertSameUserOrAdmin(actor, userId);
  await auditRead(await db(), {
    actor,
    userId,
    read: 'product',
    detail: 'productKey' in product ? { product: product.productKey } : { file: product.filename },
  });
  const known =
    'productKey' in product ? await findKnownProduct(product.productKey) : await findProductOfCourse(product.filename);
  if (!known) throw notFound('unknown-product');
  const courseSlugs = courseSlugsOf(known);
  return (await listOwnedCourses({ userId, courseSlugs })).length === courseSlugs.length;
}

/** Queries the database only for former products, because this runs for every lesson. */
const findKnownProduct = async (key: string): Promise<Product | null> =>
  (await listProducts()).find((product) => product.key === key) ?? findProduct(key);
