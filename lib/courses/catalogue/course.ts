import { z } from 'zod';
import { courseLevels } from '@/lib/content/schema';
import { defaultLanguage, inEachLanguage, languages, type Language, type Localised } from '@/lib/language';

/** A course as one language shows it. Prices live with the product. */
export interface Lesson {
  /** Video file name: the lesson's id in every URL (row L2). */
  file: string;
  /** As in the course file, backslashes included. */
  path: string;
  name: string;
  freePreview: boolean;
  durationSeconds: number;
}

export interface Chapter { title: string; lessons: Lesson[] }

const courseText = z.object({
  title: z.string(),
  titleTr: z.string().optional(),
  summary: z.string(),
  htmlContent: z.string().default(''),
  imageUrl: z.string(),
  imageAlt: z.string().default(''),
  video: z.string().optional(),
  meta: z.record(z.string(), z.string()).optional(),
  courseInfo: z.object({
    createdBy: z.string(),
    // A course that administration changed before these fields were there lacks them.
    level: z.enum(courseLevels).optional(),
    spokenLanguage: z.enum(languages).default(defaultLanguage),
    /** False: nobody speaks, and `spokenLanguage` is that of the words in the picture. */
    voice: z.boolean().default(true),
    prerequisites: z.array(z.object({ content: z.string() })).default([]),
    faq: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
    whatYouWillLearn: z.array(z.object({ content: z.string() })),
    courseInclude: z.array(z.object({ title: z.string(), details: z.array(z.object({ content: z.string() })) })),
  }),
});

export type CourseText = z.infer<typeof courseText>;

export type Course = CourseText & { slug: string; published: boolean; updatedAt: Date; chapters: Chapter[] };

/** A course as a card shows it. */
export type CourseSummary = Pick<CourseText, 'title' | 'titleTr' | 'summary' | 'imageUrl' | 'imageAlt'> & Pick<CourseText['courseInfo'], 'level' | 'spokenLanguage' | 'voice'> & {
  slug: string;
  lessons: Array<Pick<Lesson, 'file' | 'durationSeconds'>>;
};

/** A course of a bundle. */
export interface BundledCourse {
  courseSlug: string;
  title: Localised;
  /** Its regular price alone; 0 when it is not sold alone. */
  listPiastres: number;
}

export interface Product {
  key: string;
  /** Of a bundle its first course. */
  courseSlug: string;
  /** All courses of a bundle; none for a product of one course. */
  bundle: readonly BundledCourse[];
  name: Localised;
  description: Localised;
  /** The regular price. What is charged is computed by `lib/checkout/pricing`. */
  listPiastres: number;
  /** Null without a sale. */
  salePiastres: number | null;
  refundableOnSale: boolean;
  currency: string;
  /** For sale: switched on, and each of its courses is offered. */
  active: boolean;
}

export const courseSlugsOf = ({ courseSlug, bundle }: Pick<Product, 'courseSlug' | 'bundle'>): string[] =>
  (bundle.length === 0 ? [courseSlug] : bundle.map((course) => course.courseSlug));

/** Of a stored `Localised`; a missing language falls back to the default one. */
export function textIn(text: unknown, lang: Language): string {
  if (typeof text !== 'object' || text === null) return '';
  const found = (text as Partial<Record<Language, unknown>>)[lang] ?? (text as Partial<Record<Language, unknown>>)[defaultLanguage];
  return typeof found === 'string' ? found : '';
}

export function localisedText(text: unknown): Localised {
  return inEachLanguage((lang) => textIn(text, lang));
}

/** A course row's title in each language, out of its stored text. */
export function titlesOf(text: unknown): Localised {
  const byLanguage = typeof text === 'object' && text !== null ? (text as Record<string, { title?: unknown } | undefined>) : {};
  return localisedText(inEachLanguage((lang) => byLanguage[lang]?.title));
}

/** @throws when the row's JSON was not written by sync or administration. */
export function courseTextIn(text: unknown, lang: Language): CourseText {
  const byLanguage = z.record(z.string(), z.unknown()).parse(text);
  return courseText.parse(byLanguage[lang] ?? byLanguage[defaultLanguage]);
}

export const lessonsOf = <Each>(course: { chapters: ReadonlyArray<{ lessons: Each[] }> }): Each[] => course.chapters.flatMap((chapter) => chapter.lessons);

export const secondsOf = (lessons: ReadonlyArray<Pick<Lesson, 'durationSeconds'>>): number => lessons.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

export const findLesson = (course: Pick<Course, 'chapters'>, file: string): Lesson | null =>
  lessonsOf(course).find((lesson) => lesson.file === file) ?? null;

type FreeOrNot = Pick<Lesson, 'file' | 'freePreview'>;

/** What may be watched before buying. */
export const freeLessonsOf = <Each extends FreeOrNot>(course: { chapters: ReadonlyArray<{ lessons: Each[] }> }): Each[] => lessonsOf(course).filter(({ freePreview }) => freePreview);

/** What the course's page plays: the free lesson asked for by its query, else the first. */
export function shownFreeLesson<Each extends FreeOrNot>(course: { chapters: ReadonlyArray<{ lessons: Each[] }> }, file?: string): Each | undefined {
  const free = freeLessonsOf(course);
  return free.find((lesson) => lesson.file === file) ?? free[0];
}

/** @param page the course's */
export const freeLessonAddress = (page: string, file: string): string => `${page}?lesson=${encodeURIComponent(file)}#free-lesson`;

/** The name and description of one course of a product: the product's, of a bundle the course's title. */
export function lineText({ name, description, bundle }: Pick<Product, 'name' | 'description' | 'bundle'>, courseSlug: string): { name: Localised; description: Localised } {
  const title = bundle.find((course) => course.courseSlug === courseSlug)?.title;
  return title ? { name: title, description: title } : { name, description };
}

/** The lesson's page; `query` opens a section under the player, or begins at a second. */
export function lessonPath(lang: Language, courseSlug: string, file: string, query: Record<string, string | number> = {}): string {
  const path = `/${lang}/course/${encodeURIComponent(courseSlug)}/${encodeURIComponent(file)}`;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

const pathOf = (...segments: string[]): string => `/${segments.map(encodeURIComponent).join('/')}`;

/** A quiz of a course, with its rules and attempts. */
export const quizPath = (lang: string, courseSlug: string, quizId: string): string => pathOf(lang, 'course', courseSlug, 'quiz', quizId);

/** An attempt: its questions, then its result. */
export const attemptPath = (lang: string, { courseSlug, quizId, id }: { courseSlug: string; quizId: string; id: string }): string => pathOf(lang, 'course', courseSlug, 'quiz', quizId, id);
