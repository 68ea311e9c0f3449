import 'server-only';
import { courseSchema, productSchema, type CourseData, type ProductData } from '@/lib/content/schema';
import { db, type Prisma } from '@/lib/database/client';
import { defaultLanguage, inEachLanguage, languages, type Language } from '@/lib/language';
import { poundsFromPiastres } from '@/lib/money';
import { localisedText, textIn } from './course';
import { hashOf, type CourseFiles } from './sync-plan';

/** Courses and products as their content files say them; `leftOut`: what no file can say yet, with the reason. */
export interface CatalogueFiles { courses: Record<Language, CourseData[]>; products: ProductData[]; leftOut: string[] }

const courseColumns = {
  slug: true, published: true, text: true,
  chapters: {
    orderBy: { position: 'asc' },
    select: { title: true, lessons: { orderBy: { position: 'asc' }, select: { file: true, path: true, name: true, freePreview: true, durationSeconds: true } } },
  },
  attachments: { where: { position: { not: null } }, orderBy: { position: 'asc' }, select: { lesson: true, fileName: true, name: true } },
} as const satisfies Prisma.CourseSelect;

const productColumns = {
  key: true, courseSlug: true, name: true, description: true, amountPiastres: true, saleAmountPiastres: true, refundableOnSale: true, active: true,
  bundled: { orderBy: { position: 'asc' }, select: { courseSlug: true } },
} as const satisfies Prisma.ProductSelect;

type CourseRow = Prisma.CourseGetPayload<{ select: typeof courseColumns }> & { formerSlugs: string[]; product: ProductRow | undefined };
type ProductRow = Prisma.ProductGetPayload<{ select: typeof productColumns }>;

/** @param present what the files say now: of it stays what is changed there alone (summaries and attachments of lessons), the order of products, and of keys where nothing else changed */
export async function catalogueAsFiles(present: CourseFiles, presentProducts: readonly ProductData[] = []): Promise<CatalogueFiles> {
  const { rows, products } = await readRows();
  const leftOut: string[] = [];
  const whole = rows.flatMap((row) => {
    const texts = inEachLanguage((lang) => courseDataOf(row, lang, present[lang]?.find(({ courseName }) => courseName === row.slug)));
    const reason = languages.map((lang) => reasonOf(courseSchema.safeParse(texts[lang]), lang)).find((each) => each !== null);
    if (reason) leftOut.push(`course ${row.slug}: ${reason}`);
    return reason ? [] : [texts];
  });
  const slugs = new Set(whole.map((texts) => texts[defaultLanguage].courseName));
  const goods = products.filter((row) => [row.courseSlug, ...row.bundled.map(({ courseSlug }) => courseSlug)].every((slug) => slugs.has(slug)));
  const placeOf = ({ key }: ProductRow): number => (presentProducts.findIndex((product) => product.key === key) + 1) || Infinity;
  return {
    courses: inEachLanguage((lang) => whole.map((texts) => texts[lang])), leftOut,
    products: goods.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b))).map((row) => unlessSame(productDataOf(row, rows), presentProducts.find(({ key }) => key === row.key))).filter((product) => productSchema.safeParse(product).success),
  };
}

async function readRows(): Promise<{ rows: CourseRow[]; products: ProductRow[] }> {
  const client = await db();
  const [courses, products, moved] = await Promise.all([
    client.course.findMany({ orderBy: [{ position: 'asc' }, { slug: 'asc' }], select: courseColumns }),
    client.product.findMany({ orderBy: { key: 'asc' }, select: productColumns }),
    client.oldSlug.findMany({ where: { kind: 'course' }, orderBy: [{ createdAt: 'asc' }, { from: 'asc' }], select: { from: true, to: true } }),
  ]);
  const rows = courses.map((course) => ({
    ...course, formerSlugs: moved.filter(({ to }) => to === course.slug).map(({ from }) => from), product: productAlone(products, course.slug),
  }));
  return { rows, products };
}

/** As `productOfCourse`, and one that is not for sale rather than none. */
function productAlone(products: readonly ProductRow[], slug: string): ProductRow | undefined {
  const alone = products.filter(({ courseSlug, bundled }) => courseSlug === slug && bundled.length === 0);
  return alone.find(({ active }) => active) ?? alone[0];
}

function courseDataOf({ slug, published, text, chapters, attachments, formerSlugs, product }: CourseRow, lang: Language, present: CourseData | undefined): CourseData {
  const byLanguage = text as Record<string, Record<string, unknown> & { courseInfo?: object }>;
  const texts = byLanguage[lang] ?? byLanguage[defaultLanguage] ?? {};
  const lessonsBefore = present?.courseList.flatMap(({ lessons }) => lessons) ?? [];
  const filesOf = (file: string) => attachments.filter(({ lesson }) => lesson === file).map(({ fileName, name }) => ({ file: fileName, name: textIn(name, lang) }));
  const prices = product ? { pricing: poundsFromPiastres(product.amountPiastres), sales: product.saleAmountPiastres === null ? null : poundsFromPiastres(product.saleAmountPiastres) } : {};
  const data = {
    ...texts, category: 'Coursedetails', courseName: slug, productKey: product?.key,
    ...(published ? {} : { published: false }), ...(formerSlugs.length > 0 ? { formerSlugs } : {}),
    courseInfo: { ...texts.courseInfo, ...prices },
    courseList: chapters.filter(({ lessons }) => lessons.length > 0).map(({ title, lessons }) => ({
      title: textIn(title, lang),
      lessons: lessons.map(({ file, path, name, freePreview, durationSeconds }) => {
        const before = lessonsBefore.find((lesson) => lesson.path === path);
        // Files alone decide about attachments; rows have those of another folder.
        const files = before ? (before.attachments ?? []) : filesOf(file);
        return {
          name: textIn(name, lang), path, durationSeconds,
          ...(freePreview ? { freePreview } : {}), ...(before?.summary ? { summary: before.summary } : {}), ...(files.length > 0 ? { attachments: files } : {}),
        };
      }),
    })),
  } as unknown as CourseData;
  return unlessSame(data, present);
}

function productDataOf(row: ProductRow, courses: readonly CourseRow[]): ProductData {
  const { key, courseSlug, amountPiastres, saleAmountPiastres, refundableOnSale, active, bundled } = row;
  const [name, description] = [localisedText(row.name), localisedText(row.description)];
  const others = languages.filter((lang) => lang !== defaultLanguage);
  // Of the product that buys a course alone, the course says its regular price.
  const isSaidByCourse = courses.some(({ product }) => product?.key === key);
  return {
    key, name: name[defaultLanguage], description: description[defaultLanguage], amount: poundsFromPiastres(saleAmountPiastres ?? amountPiastres),
    ...(saleAmountPiastres === null || isSaidByCourse ? {} : { regularAmount: poundsFromPiastres(amountPiastres) }),
    courseName: courseSlug, ...(bundled.length > 0 ? { courseNames: bundled.map((each) => each.courseSlug) } : {}),
    ...(refundableOnSale ? { refundableOnSale } : {}), ...(active ? {} : { active }),
    translations: Object.fromEntries(others.map((lang) => [lang, { name: name[lang], description: description[lang] }])) as ProductData['translations'],
  };
}

const unlessSame = <Value extends object>(value: Value, present: Value | undefined): Value => (present && hashOf(present) === hashOf(value) ? present : value);

function reasonOf(parsed: ReturnType<typeof courseSchema.safeParse>, lang: Language): string | null {
  const [issue] = parsed.error?.issues ?? [];
  return issue ? `${lang} ${issue.path.join('.')}: ${issue.message}` : null;
}
