import { memoizeUntilInvalidated } from '@/lib/cache/invalidate';
import { isAdminPreview } from '@/lib/cache/page-context';
import { isEnabled } from '@/lib/content/enabled-features';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { db, type Prisma } from '@/lib/database/client';
import { inEachLanguage, type Language, type Localised } from '@/lib/language';
import { type Actor, may } from '@/lib/permissions';
import {
  cardTextsOf,
  type Course,
  type CourseSummary,
  courseTextIn,
  lessonsOf,
  localisedText,
  type Product,
  textIn,
  titlesOf,
} from './course';

const lessonColumns = { file: true, path: true, name: true, freePreview: true, durationSeconds: true } as const;

export function findCourse(slug: string, lang: Language): Promise<Course | null> {
  return memoizeUntilInvalidated(`course ${lang} ${slug}`, ['courses', `course:${slug}`], () => readCourse(slug, lang));
}

async function readCourse(slug: string, lang: Language): Promise<Course | null> {
  const client = await db();
  const row = await client.course.findUnique({
    where: { slug },
    select: {
      slug: true,
      published: true,
      updatedAt: true,
      text: true,
      chapters: {
        orderBy: { position: 'asc' },
        select: { title: true, lessons: { orderBy: { position: 'asc' }, select: lessonColumns } },
      },
    },
  });
  if (!row) return null;
  return {
    ...courseTextIn(row.text, lang),
    slug: row.slug,
    published: row.published,
    updatedAt: row.updatedAt,
    // Chapters without lessons are visible in administration only.
    chapters: row.chapters
      .filter(({ lessons }) => lessons.length > 0)
      .map((chapter) => ({
        title: textIn(chapter.title, lang),
        lessons: chapter.lessons.map((lesson) => ({ ...lesson, name: textIn(lesson.name, lang) })),
      })),
  };
}

export async function findMovedCourse(slug: string): Promise<string | null> {
  const client = await db();
  const row = await client.oldSlug.findUnique({
    where: { kind_from: { kind: 'course', from: slug } },
    select: { to: true },
  });
  return row?.to ?? null;
}

/** Also finds a course by a former slug, so that old links keep working (row A14). */
export async function findCourseOrMoved(slug: string, lang: Language): Promise<Course | null> {
  const course = await findCourse(slug, lang);
  if (course) return course;
  const moved = await findMovedCourse(slug);
  return moved === null ? null : findCourse(moved, lang);
}

export async function listCourses(lang: Language): Promise<CourseSummary[]> {
  const client = await db();
  const rows = await client.course.findMany({
    where: { published: true },
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
    select: {
      slug: true,
      text: true,
      chapters: { select: { lessons: { select: { file: true, durationSeconds: true } } } },
    },
  });
  return rows.map((row) => ({
    slug: row.slug,
    ...cardTextsOf(courseTextIn(row.text, lang)),
    lessons: lessonsOf(row),
  }));
}

export const productFields = {
  key: true,
  name: true,
  description: true,
  amountPiastres: true,
  saleAmountPiastres: true,
  refundableOnSale: true,
  currency: true,
  active: true,
} as const satisfies Prisma.ProductSelect;

const productColumns = {
  ...productFields,
  courseSlug: true,
  course: { select: { published: true } },
  bundled: {
    orderBy: { position: 'asc' },
    select: {
      courseSlug: true,
      course: {
        select: {
          published: true,
          text: true,
          products: {
            where: { active: true, bundled: { none: {} } },
            orderBy: { key: 'asc' },
            take: 1,
            select: { amountPiastres: true },
          },
        },
      },
    },
  },
} as const satisfies Prisma.ProductSelect;

type ProductRow = Prisma.ProductGetPayload<{ select: typeof productColumns }>;

const isBundle = ({ bundle }: Product): boolean => bundle.length > 0;

function toProduct({
  name,
  description,
  amountPiastres,
  saleAmountPiastres,
  active,
  course: first,
  bundled,
  ...rest
}: ProductRow): Product {
  return {
    ...rest,
    active:
      active &&
      (isAdminPreview() || [first, ...bundled.map(({ course }) => course)].every(({ published }) => published)),
    bundle: bundled.map(({ courseSlug, course }) => ({
      courseSlug,
      title: titlesOf(course.text),
      listPiastres: course.products[0]?.amountPiastres ?? null,
    })),
    name: localisedText(name),
    description: localisedText(description),
    listPiastres: amountPiastres,
    salePiastres: saleAmountPiastres,
  };
}

export async function findProduct(key: string): Promise<Product | null> {
  const client = await db();
  const row = await client.product.findUnique({ where: { key }, select: productColumns });
  const product = row && toProduct(row);
  return product && isBundle(product)
    ? { ...product, active: product.active && (await isEnabled('bundles')) }
    : product;
}

export async function findProductOfCourse(courseSlug: string): Promise<Product | null> {
  return productOfCourse(await listProducts(), courseSlug);
}

export const productOfCourse = (products: readonly Product[], courseSlug: string): Product | null =>
  products.find((product) => product.courseSlug === courseSlug && product.bundle.length === 0) ?? null;

/** Lists the products for sale, cached for display. To charge a price, read it with `findProduct`. */
export async function listProducts(): Promise<readonly Product[]> {
  const products = await memoizeUntilInvalidated('products', ['products'], readProducts);
  return (await isEnabled('bundles')) ? products : products.filter((product) => !isBundle(product));
}

async function readProducts(): Promise<Product[]> {
  const client = await db();
  const rows = await client.product.findMany({
    where: { active: true },
    orderBy: { key: 'asc' },
    select: productColumns,
  });
  return rows.map(toProduct).filter(({ active }) => active);
}

export async function readCourseTitles(courseSlugs: readonly string[]): Promise<(slug: string) => Localised> {
  const client = await db();
  const rows = await client.course.findMany({
    where: { slug: { in: [...courseSlugs] } },
    select: { slug: true, text: true },
  });
  const titles = new Map(rows.map(({ slug, text }) => [slug, titlesOf(text)]));
  return (slug) => titles.get(slug) ?? inEachLanguage(() => slug);
}

/** True if the user bought the course without a refund, or is an admin with TOTP (row G3). */
export async function hasCourse({ actor, courseSlug }: { actor: Actor; courseSlug: string }): Promise<boolean> {
  if (may(actor, 'administer')) return true;
  return isEnrolled({ userId: actor.userId, courseSlug });
}
