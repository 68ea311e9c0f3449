import { z } from 'zod';
import { courseLevels } from '@/lib/content/schema';
import { defaultLanguage, inEachLanguage, type Language, languages, type Localised } from '@/lib/language';

export interface Lesson {
  /** Name of the video file; identifies the lesson in URLs (row L2). */
  file: string;
  /** Path as written in the course file, with backslashes. */
  path: string;
  name: string;
  freePreview: boolean;
  durationSeconds: number;
}

export interface Chapter {
  title: string;
  lessons: Lesson[];
}

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
    // Courses that were edited before `level` and `spokenLanguage` existed do not have them.
    level: z.enum(courseLevels).optional(),
    spokenLanguage: z.enum(languages).default(defaultLanguage),
    /** False if the course has no speech; `spokenLanguage` is then the language of the text on screen. */
    voice: z.boolean().default(true),
    prerequisites: z.array(z.object({ content: z.string() })).default([]),
    faq: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
    whatYouWillLearn: z.array(z.object({ content: z.string() })),
    courseInclude: z.array(z.object({ title: z.string(), details: z.array(z.object({ content: z.string() })) })),
  }),
});

export type CourseText = z.infer<typeof courseText>;

export type Course = CourseText & { slug: string; published: boolean; updatedAt: Date; chapters: Chapter[] };

export type CourseSummary = Pick<CourseText, 'title' | 'titleTr' | 'summary' | 'imageUrl' | 'imageAlt'> &
  Pick<CourseText['courseInfo'], 'level' | 'spokenLanguage' | 'voice'> & {
    slug: string;
    lessons: Array<Pick<Lesson, 'file' | 'durationSeconds'>>;
  };

interface BundledCourse {
  courseSlug: string;
  title: Localised;
  /** Regular price of the course alone; null if the course is sold in bundles only. */
  listPiastres: number | null;
}

export interface Product {
  key: string;
  courseSlug: string;
  /** Empty for a product of one course. */
  bundle: readonly BundledCourse[];
  name: Localised;
  description: Localised;
  /** Regular price; `lib/orders/pricing` computes the charged price. */
  listPiastres: number;
  salePiastres: number | null;
  refundableOnSale: boolean;
  currency: string;
  /** Switched on, and all its courses are published. */
  active: boolean;
}

export const courseSlugsOf = ({ courseSlug, bundle }: Pick<Product, 'courseSlug' | 'bundle'>): string[] =>
  bundle.length === 0 ? [courseSlug] : bundle.map((course) => course.courseSlug);

export function textIn(text: unknown, lang: Language): string {
  if (typeof text !== 'object' || text === null) return '';
  const found =
    (text as Partial<Record<Language, unknown>>)[lang] ?? (text as Partial<Record<Language, unknown>>)[defaultLanguage];
  return typeof found === 'string' ? found : '';
}

export function localisedText(text: unknown): Localised {
  return inEachLanguage((lang) => textIn(text, lang));
}

export function titlesOf(text: unknown): Localised {
  const byLanguage =
    typeof text === 'object' && text !== null ? (text as Record<string, { title?: unknown } | undefined>) : {};
  return localisedText(inEachLanguage((lang) => byLanguage[lang]?.title));
}

export function courseTextIn(text: unknown, lang: Language): CourseText {
  const byLanguage = z.record(z.string(), z.unknown()).parse(text);
  return courseText.parse(byLanguage[lang] ?? byLanguage[defaultLanguage]);
}

export const cardTextsOf = ({
  title,
  titleTr,
  summary,
  imageUrl,
  imageAlt,
  courseInfo: { level, spokenLanguage, voice },
}: CourseText) => ({ title, titleTr, summary, imageUrl, imageAlt, level, spokenLanguage, voice });

export const lessonsOf = <Each>(course: { chapters: ReadonlyArray<{ lessons: Each[] }> }): Each[] =>
  course.chapters.flatMap((chapter) => chapter.lessons);

export const secondsOf = (lessons: ReadonlyArray<Pick<Lesson, 'durationSeconds'>>): number =>
  lessons.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

export const findLesson = (course: Pick<Course, 'chapters'>, file: string): Lesson | null =>
  lessonsOf(course).find((lesson) => lesson.file === file) ?? null;

type PreviewableLesson = Pick<Lesson, 'file' | 'freePreview'>;

export const freeLessonsOf = <Each extends PreviewableLesson>(course: {
  chapters: ReadonlyArray<{ lessons: Each[] }>;
}): Each[] => lessonsOf(course).filter(({ freePreview }) => freePreview);

export function findFreeLesson<Each extends PreviewableLesson>(
  course: { chapters: ReadonlyArray<{ lessons: Each[] }> },
  file?: string,
): Each | undefined {
  const free = freeLessonsOf(course);
  return free.find((lesson) => lesson.file === file) ?? free[0];
}

export const freeLessonUrl = (page: string, file: string): string =>
  `${page}?lesson=${encodeURIComponent(file)}#free-lesson`;

export function orderLineText(
  { name, description, bundle }: Pick<Product, 'name' | 'description' | 'bundle'>,
  courseSlug: string,
): { name: Localised; description: Localised } {
  const title = bundle.find((course) => course.courseSlug === courseSlug)?.title;
  return title ? { name: title, description: title } : { name, description };
}

export function lessonPath(
  lang: Language,
  courseSlug: string,
  file: string,
  query: Record<string, string | number> = {},
): string {
  const path = `/${lang}/course/${encodeURIComponent(courseSlug)}/${encodeURIComponent(file)}`;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

const pathOf = (...segments: string[]): string => `/${segments.map(encodeURIComponent).join('/')}`;

export const quizPath = (lang: string, courseSlug: string, quizId: string): string =>
  pathOf(lang, 'course', courseSlug, 'quiz', quizId);

export const attemptPath = (
  lang: string,
  { courseSlug, quizId, id }: { courseSlug: string; quizId: string; id: string },
): string => pathOf(lang, 'course', courseSlug, 'quiz', quizId, id);
