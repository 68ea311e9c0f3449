import { createHash } from 'node:crypto';
import type { CourseData, ProductData } from '@/lib/content/schema';
import { defaultLanguage, inEachLanguage, type Language, type Localised } from '@/lib/language';
import { piastresFromPounds } from '@/lib/money';

export type CourseFiles = Record<Language, CourseData[] | null>;

export interface CourseEntry {
  slug: string;
  position: number;
  /** Absent: on offer. */
  published?: false;
  formerSlugs: string[];
  text: Record<Language, Omit<CourseData, 'courseList' | 'category' | 'courseName' | 'productKey' | 'formerSlugs' | 'published'>>;
  chapters: Array<{ title: Localised; lessons: Array<{ file: string; path: string; name: Localised; freePreview: boolean; durationSeconds: number }> }>;
  /** Of all lessons; not in the hash, since they follow the files by themselves (`syncAttachments`). */
  attachments: Array<{ lesson: string; fileName: string; name: Localised; position: number }>;
  hash: string;
}

export interface ProductEntry {
  key: string;
  courseSlug: string;
  /** All courses of a bundle. */
  bundle?: string[];
  name: Localised;
  description: Localised;
  amountPiastres: number;
  saleAmountPiastres: number | null;
  refundableOnSale: boolean;
  /** Absent: for sale. */
  active?: false;
  hash: string;
}

/** Keys in order, so that moving a line in a file is no change. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, stable(inner)]));
}

export const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(stable(value))).digest('base64url');

const fileOf = ({ path }: { path: string }): string => path.split('\\').at(-1) ?? path;

/** What is the same in every language is taken from the default language's file, texts from each language's own. */
export function courseEntries(files: CourseFiles): CourseEntry[] {
  const base = files[defaultLanguage] ?? Object.values(files).find((file) => file !== null) ?? [];
  return base.map((course, position) => {
    const inLanguage = (lang: Language) => files[lang]?.find((other) => other.courseName === course.courseName) ?? course;
    const text = inEachLanguage((lang) => {
      const { courseList: _list, category: _category, courseName: _name, productKey: _key, formerSlugs: _former, published: _published, ...texts } = inLanguage(lang);
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
    const entry = { slug: course.courseName, position, ...(course.published === false ? { published: false as const } : {}), formerSlugs: course.formerSlugs ?? [], text, chapters };
    const attachments = course.courseList.flatMap((chapter, chapterIndex) => chapter.lessons.flatMap((lesson, index) => (lesson.attachments ?? []).map((attachment, position) => ({
      lesson: fileOf(lesson), fileName: attachment.file, position,
      name: inEachLanguage((lang) => inLanguage(lang).courseList[chapterIndex]?.lessons[index]?.attachments?.find(({ file }) => file === attachment.file)?.name ?? attachment.name),
    }))));
    return { ...entry, attachments, hash: hashOf(entry) };
  });
}

/** The file's amount is what is charged; when that is a sale price, the regular one stands beside it or in the course (row P3). */
export function productEntries(products: readonly ProductData[], courses: readonly CourseData[]): ProductEntry[] {
  return products.map((product) => {
    const info = product.courseNames ? undefined : courses.find((course) => course.courseName === product.courseName)?.courseInfo;
    const onSale = info !== undefined && info.sales === product.amount && info.pricing > product.amount;
    const regular = product.regularAmount ?? (onSale ? info.pricing : null);
    const entry = {
      key: product.key,
      courseSlug: product.courseName,
      ...(product.courseNames ? { bundle: product.courseNames } : {}),
      name: inEachLanguage((lang) => (lang === defaultLanguage ? undefined : product.translations?.[lang].name) ?? product.name),
      description: inEachLanguage((lang) => (lang === defaultLanguage ? undefined : product.translations?.[lang].description) ?? product.description),
      amountPiastres: piastresFromPounds(regular ?? product.amount),
      saleAmountPiastres: regular === null ? null : piastresFromPounds(product.amount),
      refundableOnSale: product.refundableOnSale ?? false,
      ...(product.active === false ? { active: false as const } : {}),
    };
    return { ...entry, hash: hashOf(entry) };
  });
}
