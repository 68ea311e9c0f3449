import { createHash } from 'node:crypto';
import { type CourseData, courseSchema, type ProductData, productSchema } from '@/lib/content/schema';
import { db, type Prisma } from '@/lib/database/client';
import { defaultLanguage, inEachLanguage, type Language, languages, type Localised } from '@/lib/language';
import { piastresFromPounds, poundsFromPiastres } from '@/lib/money';
import { localisedText, textIn } from './course';

export interface CatalogueFiles {
  courses: Record<Language, CourseData[]>;
  products: ProductData[];
  leftOut: string[];
}

const courseColumns = {
  slug: true,
  published: true,
  text: true,
  chapters: {
    orderBy: { position: 'asc' },
    select: {
      title: true,
      lessons: {
        orderBy: { position: 'asc' },
        select: { file: true, path: true, name: true, freePreview: true, durationSeconds: true },
      },
    },
  },
  attachments: {
    where: { position: { not: null } },
    orderBy: { position: 'asc' },
    select: { lesson: true, fileName: true, name: true },
  },
} as const satisfies Prisma.CourseSelect;

const productColumns = {
  key: true,
  courseSlug: true,
  name: true,
  description: true,
  amountPiastres: true,
  saleAmountPiastres: true,
  refundableOnSale: true,
  active: true,
  bundled: { orderBy: { position: 'asc' }, select: { courseSlug: true } },
} as const satisfies Prisma.ProductSelect;

type CourseRow = Prisma.CourseGetPayload<{ select: typeof courseColumns }> & {
  formerSlugs: string[];
  product: ProductRow | undefined;
};
type ProductRow = Prisma.ProductGetPayload<{ select: typeof productColumns }>;

/** Takes from `present` what only files contain: lesson summaries, attachments and the order of products. */
export async function readCatalogueAsFiles(
  present: CourseFiles,
  presentProducts: readonly ProductData[] = [],
): Promise<CatalogueFiles> {
  const { rows, products } = await readRows();
  const leftOut: string[] = [];
  const entries = rows.flatMap((row) => {
    const texts = inEachLanguage((lang) =>
      toCourseData(
        row,
        lang,
        present[lang]?.find(({ courseName }) => courseName === row.slug),
      ),
    );
    const reason = languages
      .map((lang) => reasonOf(courseSchema.safeParse(texts[lang]), lang))
      .find((each) => each !== null);
    if (reason) leftOut.push(`course ${row.slug}: ${reason}`);
    return reason ? [] : [texts];
  });
  const slugs = new Set(entries.map((texts) => texts[defaultLanguage].courseName));
  const sellable = products.filter((row) =>
    [row.courseSlug, ...row.bundled.map(({ courseSlug }) => courseSlug)].every((slug) => slugs.has(slug)),
  );
  const placeOf = ({ key }: ProductRow): number =>
    presentProducts.findIndex((product) => product.key === key) + 1 || Infinity;
  return {
    courses: inEachLanguage((lang) => entries.map((texts) => texts[lang])),
    leftOut,
    products: sellable
      .toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
      .map((row) =>
        presentIfEqual(
          toProductData(row, rows),
          presentProducts.find(({ key }) => key === row.key),
        ),
      )
      .filter((product) => productSchema.safeParse(product).success),
  };
}

async function readRows(): Promise<{ rows: CourseRow[]; products: ProductRow[] }> {
  const client = await db();
  const [courses, products, moved] = await Promise.all([
    client.course.findMany({ orderBy: [{ position: 'asc' }, { slug: 'asc' }], select: courseColumns }),
    client.product.findMany({ orderBy: { key: 'asc' }, select: productColumns }),
    client.oldSlug.findMany({
      where: { kind: 'course' },
      orderBy: [{ createdAt: 'asc' }, { from: 'asc' }],
      select: { from: true, to: true },
    }),
  ]);
  const rows = courses.map((course) => ({
    ...course,
    formerSlugs: moved.filter(({ to }) => to === course.slug).map(({ from }) => from),
    product: ownProductOf(products, course.slug),
  }));
  return { rows, products };
}

function ownProductOf(products: readonly ProductRow[], slug: string): ProductRow | undefined {
  const alone = products.filter(({ courseSlug, bundled }) => courseSlug === slug && bundled.length === 0);
  return alone.find(({ active }) => active) ?? alone[0];
}

function toCourseData(
  { slug, published, text, chapters, attachments, formerSlugs, product }: CourseRow,
  lang: Language,
  present: CourseData | undefined,
): CourseData {
  const byLanguage = text as Record<string, Record<string, unknown> & { courseInfo?: object }>;
  const texts = byLanguage[lang] ?? byLanguage[defaultLanguage] ?? {};
  const lessonsBefore = present?.courseList.flatMap(({ lessons }) => lessons) ?? [];
  const filesOf = (file: string) =>
    attachments
      .filter(({ lesson }) => lesson === file)
      .map(({ fileName, name }) => ({ file: fileName, name: textIn(name, lang) }));
  const prices = product
    ? {
        pricing: poundsFromPiastres(product.amountPiastres),
        sales: product.saleAmountPiastres === null ? null : poundsFromPiastres(product.saleAmountPiastres),
      }
    : {};
  const data = {
    ...texts,
    category: 'Coursedetails',
    courseName: slug,
    productKey: product?.key,
    ...(published ? {} : { published: false }),
    ...(formerSlugs.length > 0 ? { formerSlugs } : {}),
    courseInfo: { ...texts.courseInfo, ...prices },
    courseList: chapters
      .filter(({ lessons }) => lessons.length > 0)
      .map(({ title, lessons }) => ({
        title: textIn(title, lang),
        lessons: lessons.map(({ file, path, name, freePreview, durationSeconds }) => {
          const before = lessonsBefore.find((lesson) => lesson.path === path);
          // Prefer the attachments in the file, because those in the database may come from another folder.
          const files = before ? (before.attachments ?? []) : filesOf(file);
          return {
            name: textIn(name, lang),
            path,
            durationSeconds,
            ...(freePreview ? { freePreview } : {}),
            ...(before?.summary ? { summary: before.summary } : {}),
            ...(files.length > 0 ? { attachments: files } : {}),
          };
        }),
      })),
  } as unknown as CourseData;
  return presentIfEqual(data, present);
}

function toProductData(row: ProductRow, courses: readonly CourseRow[]): ProductData {
  const { key, courseSlug, amountPiastres, saleAmountPiastres, refundableOnSale, active, bundled } = row;
  const [name, description] = [localisedText(row.name), localisedText(row.description)];
  const others = languages.filter((lang) => lang !== defaultLanguage);
  // The course file already states the regular price of the product that sells only this course.
  const isPriceInCourseFile = courses.some(({ product }) => product?.key === key);
  return {
    key,
    name: name[defaultLanguage],
    description: description[defaultLanguage],
    amount: poundsFromPiastres(saleAmountPiastres ?? amountPiastres),
    ...(saleAmountPiastres === null || isPriceInCourseFile
      ? {}
      : { regularAmount: poundsFromPiastres(amountPiastres) }),
    courseName: courseSlug,
    ...(bundled.length > 0 ? { courseNames: bundled.map((each) => each.courseSlug) } : {}),
    ...(refundableOnSale ? { refundableOnSale } : {}),
    ...(active ? {} : { active }),
    translations: Object.fromEntries(
      others.map((lang) => [lang, { name: name[lang], description: description[lang] }]),
    ) as ProductData['translations'],
  };
}

const presentIfEqual = <Value extends object>(value: Value, present: Value | undefined): Value =>
  present && hashOf(present) === hashOf(value) ? present : value;

function reasonOf(parsed: ReturnType<typeof courseSchema.safeParse>, lang: Language): string | null {
  const [issue] = parsed.error?.issues ?? [];
  return issue ? `${lang} ${issue.path.join('.')}: ${issue.message}` : null;
}

export type CourseFiles = Record<Language, CourseData[] | null>;

export interface CourseEntry {
  slug: string;
  position: number;
  published?: false;
  formerSlugs: string[];
  text: Record<
    Language,
    Omit<CourseData, 'courseList' | 'category' | 'courseName' | 'productKey' | 'formerSlugs' | 'published'>
  >;
  chapters: Array<{
    title: Localised;
    lessons: Array<{ file: string; path: string; name: Localised; freePreview: boolean; durationSeconds: number }>;
  }>;
  /** Attachments of all lessons. Not part of the hash, because `syncAttachments` updates them separately. */
  attachments: Array<{ lesson: string; fileName: string; name: Localised; position: number }>;
  hash: string;
}

export interface ProductEntry {
  key: string;
  courseSlug: string;
  bundle?: string[];
  name: Localised;
  description: Localised;
  amountPiastres: number;
  saleAmountPiastres: number | null;
  refundableOnSale: boolean;
  active?: false;
  hash: string;
}

/** Sorts keys, so that moving a line in a file does not change the hash. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

export const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('base64url');

const fileOf = ({ path }: { path: string }): string => path.split('\\').at(-1) ?? path;

export function courseEntries(files: CourseFiles): CourseEntry[] {
  const base = files[defaultLanguage] ?? Object.values(files).find((file) => file !== null) ?? [];
  return base.map((course, position) => {
    const inLanguage = (lang: Language) =>
      files[lang]?.find((other) => other.courseName === course.courseName) ?? course;
    const text = inEachLanguage((lang) => {
      const {
        courseList: _list,
        category: _category,
        courseName: _name,
        productKey: _key,
        formerSlugs: _former,
        published: _published,
        ...texts
      } = inLanguage(lang);
      const { level, spokenLanguage, voice } = course.courseInfo;
      const { voice: _voice, ...info } = texts.courseInfo;
      return { ...texts, courseInfo: { ...info, level, spokenLanguage, ...(voice === undefined ? {} : { voice }) } };
    });
    const chapters = course.courseList.map((chapter, chapterIndex) => ({
      title: inEachLanguage((lang) => inLanguage(lang).courseList[chapterIndex]?.title ?? chapter.title),
      lessons: chapter.lessons.map((lesson, index) => ({
        file: fileOf(lesson),
        path: lesson.path,
        name: inEachLanguage((lang) => inLanguage(lang).courseList[chapterIndex]?.lessons[index]?.name ?? lesson.name),
        freePreview: lesson.freePreview ?? false,
        durationSeconds: lesson.durationSeconds,
      })),
    }));
    const entry = {
      slug: course.courseName,
      position,
      ...(course.published === false ? { published: false as const } : {}),
      formerSlugs: course.formerSlugs ?? [],
      text,
      chapters,
    };
    const attachments = course.courseList.flatMap((chapter, chapterIndex) =>
      chapter.lessons.flatMap((lesson, index) =>
        (lesson.attachments ?? []).map((attachment, position) => ({
          lesson: fileOf(lesson),
          fileName: attachment.file,
          position,
          name: inEachLanguage(
            (lang) =>
              inLanguage(lang).courseList[chapterIndex]?.lessons[index]?.attachments?.find(
                ({ file }) => file === attachment.file,
              )?.name ?? attachment.name,
          ),
        })),
      ),
    );
    return { ...entry, attachments, hash: hashOf(entry) };
  });
}

/** A file's `amount` is the charged price; during a sale, the file states the regular price separately (row P3). */
export function productEntries(products: readonly ProductData[], courses: readonly CourseData[]): ProductEntry[] {
  return products.map((product) => {
    const info = product.courseNames
      ? undefined
      : courses.find((course) => course.courseName === product.courseName)?.courseInfo;
    const onSale = info !== undefined && info.sales === product.amount && info.pricing > product.amount;
    const regular = product.regularAmount ?? (onSale ? info.pricing : null);
    const entry = {
      key: product.key,
      courseSlug: product.courseName,
      ...(product.courseNames ? { bundle: product.courseNames } : {}),
      name: inEachLanguage(
        (lang) => (lang === defaultLanguage ? undefined : product.translations?.[lang].name) ?? product.name,
      ),
      description: inEachLanguage(
        (lang) =>
          (lang === defaultLanguage ? undefined : product.translations?.[lang].description) ?? product.description,
      ),
      amountPiastres: piastresFromPounds(regular ?? product.amount),
      saleAmountPiastres: regular === null ? null : piastresFromPounds(product.amount),
      refundableOnSale: product.refundableOnSale ?? false,
      ...(product.active === false ? { active: false as const } : {}),
    };
    return { ...entry, hash: hashOf(entry) };
  });
}
