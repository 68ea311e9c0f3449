import { createHash } from 'node:crypto';
import { z, ZodError } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { filterByWords, type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { invalidate, purge } from '@/lib/cache/invalidate';
import { safeHtml } from '@/lib/content/safe-html';
import { type CourseLevel, courseLevels, imagePath, metaSchema } from '@/lib/content/schema';
import { courseTextIn, localisedText, titlesOf } from '@/lib/courses/catalogue/course';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { defaultLanguage, inEachLanguage, type Language, languages, type Localised } from '@/lib/language';
import { parsePiastres } from '@/lib/money';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { assertPicturesUsable } from '@/lib/pictures/pictures';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { localised, pageNumber, singleLine, typedCode } from '@/lib/schemas';
import { productPrice } from './products';

export const courseQuerySchema = z.object({ page: pageNumber, q: singleLine().max(100).optional() });

export interface CourseTitle {
  slug: string;
  title: Localised;
}

export interface CourseRow {
  slug: string;
  title: Localised;
  published: boolean;
  lessons: number;
  learners: number;
  editedHere: boolean;
  madeHere: boolean;
}

export interface AdminCourse {
  slug: string;
  published: boolean;
  editedHere: boolean;
  madeHere: boolean;
  /** Null for a course that was edited before this field existed. */
  level: CourseLevel | null;
  spokenLanguage: Language;
  voice: boolean;
  textVersion: string;
  planVersion: string;
  texts: Localised<CourseTextInput>;
  chapters: Array<{
    title: Localised;
    lessons: Array<{ file: string; name: Localised; freePreview: boolean; durationSeconds: number }>;
  }>;
}

export async function listCourseTitles(actor: MaybeActor): Promise<CourseTitle[]> {
  assertAdmin(actor);
  const client = await db();
  // Read only the titles, because course texts are long.
  const rows = await client.$queryRaw<Array<{ slug: string; text: unknown }>>`
    SELECT slug, (SELECT jsonb_object_agg(key, jsonb_build_object('title', value->'title')) FROM jsonb_each(text)) AS text FROM "Course" ORDER BY position, slug`;
  return rows.map(({ slug, text }) => ({ slug, title: titlesOf(text) }));
}

export async function listCourses(
  actor: MaybeActor,
  { page, q }: z.output<typeof courseQuerySchema>,
): Promise<Page<CourseRow>> {
  assertAdmin(actor);
  const matchingSlugs = q
    ? filterByWords(q, await listCourseTitles(actor), ({ slug, title }) => [
        slug.replaceAll('-', ' '),
        ...Object.values(title),
      ])
    : null;
  const client = await db();
  const rows = await client.course.findMany({
    ...(matchingSlugs ? { where: { slug: { in: matchingSlugs.map(({ slug }) => slug) } } } : {}),
    ...pageWindow(page),
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
    select: {
      slug: true,
      text: true,
      published: true,
      editedAt: true,
      syncedHash: true,
      chapters: { select: { _count: { select: { lessons: true } } } },
      _count: { select: { enrolments: { where: { revokedAt: null } } } },
    },
  });
  return pageOf(
    rows.map(({ slug, text, published, editedAt, syncedHash, chapters, _count }) => ({
      slug,
      published,
      editedHere: editedAt !== null,
      madeHere: syncedHash === null,
      title: titlesOf(text),
      lessons: chapters.reduce((sum, chapter) => sum + chapter._count.lessons, 0),
      learners: _count.enrolments,
    })),
    page,
  );
}

export const planFields = {
  title: true,
  lessons: {
    orderBy: { position: 'asc' },
    select: { file: true, name: true, freePreview: true, durationSeconds: true },
  },
} as const satisfies Prisma.ChapterSelect;

export async function requireAdminCourse(actor: MaybeActor, slug: string): Promise<AdminCourse> {
  assertAdmin(actor);
  const client = await db();
  const row = await client.course.findUnique({
    where: { slug },
    select: {
      slug: true,
      published: true,
      editedAt: true,
      syncedHash: true,
      text: true,
      chapters: {
        orderBy: { position: 'asc' },
        select: planFields,
      },
    },
  });
  if (!row) throw notFound();
  const { level = null, spokenLanguage, voice } = courseTextIn(row.text, defaultLanguage).courseInfo;
  return {
    slug,
    level,
    spokenLanguage,
    voice,
    published: row.published,
    editedHere: row.editedAt !== null,
    madeHere: row.syncedHash === null,
    texts: toTexts(row.text),
    textVersion: versionOf([row.text, row.published]),
    planVersion: versionOf(row.chapters),
    chapters: row.chapters.map(({ title, lessons }) => ({
      title: localisedText(title),
      lessons: lessons.map(({ name, ...lesson }) => ({ ...lesson, name: localisedText(name) })),
    })),
  };
}

/** @throws Problem 401, 403, 404, 409 `conflict`; InvalidInput */
export async function changeCourse(
  actor: MaybeActor,
  slug: string,
  change: CourseChange,
  now: Date,
): Promise<AdminCourse> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    const stored = await requireUnchangedText(tx, slug, change.version);
    const text = Object.fromEntries(languages.map((lang) => [lang, mergeText(stored[lang], change, lang)]));
    await assertPicturesUsable(tx, toPictureFields(change));
    if (change.published) await requirePublishable(tx, slug, text);
    await tx.course.update({
      where: { slug },
      data: { text: text as Prisma.InputJsonObject, published: change.published, editedAt: now },
      select: { slug: true },
    });
    await indexCourse(tx, slug);
    await writeAudit(tx, {
      actor,
      action: 'course.change',
      subject: `course:${slug}`,
      detail: { published: change.published },
    });
  });
  (change.published ? invalidate : purge)('courses', 'products', `course:${slug}`);
  return requireAdminCourse(actor, slug);
}

/** A published course needs a lesson, and in every language a picture and a description. @throws InvalidInput */
async function requirePublishable(tx: Tx, slug: string, text: Record<string, Record<string, unknown>>): Promise<void> {
  const missing = languages.flatMap((lang) =>
    ['imageUrl', 'imageAlt', 'htmlContent']
      .filter((field) => !text[lang]?.[field])
      .map((field) => ['texts', lang, field]),
  );
  const errors = missing.map((path) => ({ code: 'custom' as const, path, message: 'required' }));
  if ((await tx.lesson.count({ where: { courseSlug: slug } })) === 0)
    errors.push({ code: 'custom', path: ['published'], message: 'no_lessons' });
  if (errors.length > 0) throw new InvalidInput(new ZodError(errors));
}

const toPictureFields = ({ texts }: CourseChange): Record<string, string> =>
  Object.fromEntries(
    languages.flatMap((lang) => [
      [`texts.${lang}.htmlContent`, texts[lang].htmlContent],
      [`texts.${lang}.imageUrl`, texts[lang].imageUrl ?? ''],
    ]),
  );

async function requireUnchangedText(
  tx: Tx,
  slug: string,
  loadedVersion: string | undefined,
): Promise<Record<string, unknown>> {
  await lockRow(tx, 'Course', slug);
  const row = await tx.course.findUnique({ where: { slug }, select: { text: true, published: true } });
  if (!row) throw notFound();
  if (loadedVersion && loadedVersion !== versionOf([row.text, row.published])) throw new Problem(409, 'conflict');
  return objectOf(row.text);
}

function mergeText(
  stored: unknown,
  { texts, level, spokenLanguage, voice }: CourseChange,
  lang: Language,
): Record<string, unknown> {
  const before = objectOf(stored);
  const input = texts[lang];
  return {
    ...before,
    ...input,
    htmlContent: safeHtml(input.htmlContent),
    courseInfo: {
      ...objectOf(before.courseInfo),
      ...input.courseInfo,
      level,
      spokenLanguage,
      ...(voice === undefined ? {} : { voice }),
    },
  };
}

export const versionOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** Parses leniently, because texts from content files may exceed the form's limits and must still open. */
function toTexts(text: unknown): Localised<CourseTextInput> {
  const byLanguage = objectOf(text);
  return inEachLanguage((lang) => {
    const { imageUrl, imageAlt, meta, ...rest } = storedText.parse(objectOf(byLanguage[lang]));
    return { ...rest, ...(imageUrl ? { imageUrl } : {}), ...(imageAlt ? { imageAlt } : {}), ...(meta ? { meta } : {}) };
  });
}

const textOrEmpty = z.string().catch('');
const toItems = <Item>(item: z.ZodType<Item>) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((each) => item.safeParse(each).data ?? []));
const lines = toItems(z.object({ content: z.string() }));

const storedText = z.object({
  title: textOrEmpty,
  summary: textOrEmpty,
  htmlContent: textOrEmpty,
  imageUrl: textOrEmpty,
  imageAlt: textOrEmpty,
  meta: z.record(z.string(), z.string()).optional().catch(undefined),
  courseInfo: z.preprocess(
    objectOf,
    z.object({
      createdBy: textOrEmpty,
      whatYouWillLearn: lines,
      prerequisites: lines,
      courseInclude: toItems(z.object({ title: z.string(), details: lines })),
      faq: toItems(z.object({ question: z.string(), answer: z.string() })),
    }),
  ),
});

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Text that may be empty until the course is published. */
const draftText = (max: number) => z.string('required').trim().max(max, 'too_long');
const line = singleLine().min(1, 'required').max(200, 'too_long');

export const courseTextInputSchema = z.object({
  title: line,
  summary: draftText(600),
  htmlContent: z.string().max(50_000, 'too_long').meta({ format: 'html' }),
  imageUrl: imagePath.optional(),
  imageAlt: line.optional(),
  meta: metaSchema.optional(),
  courseInfo: z.object({
    createdBy: draftText(200),
    whatYouWillLearn: z.array(z.object({ content: line })).max(30),
    courseInclude: z.array(z.object({ title: line, details: z.array(z.object({ content: line })).max(40) })).max(30),
    prerequisites: z
      .array(z.object({ content: line }))
      .max(30)
      .default([]),
    faq: z
      .array(z.object({ question: line, answer: z.string().trim().min(1, 'required').max(2000, 'too_long') }))
      .max(30)
      .default([]),
  }),
});
export type CourseTextInput = z.output<typeof courseTextInputSchema>;

export const courseChangeSchema = z
  .object({
    published: z.boolean('required'),
    level: z.enum(courseLevels, 'required'),
    spokenLanguage: z.enum(languages, 'required'),
    voice: z.boolean().optional(),
    texts: localised(courseTextInputSchema),
    /** The `textVersion` that the editor loaded. If given, a change since then is a conflict. */
    version: z.string().optional(),
  })
  .superRefine(({ published, texts }, context) => {
    if (!published) return;
    for (const lang of languages) {
      const missing = [
        [['summary'], texts[lang].summary],
        [['courseInfo', 'createdBy'], texts[lang].courseInfo.createdBy],
      ] as const;
      for (const [field, text] of missing)
        if (text === '') context.addIssue({ code: 'custom', path: ['texts', lang, ...field], message: 'required' });
    }
  });
type CourseChange = z.output<typeof courseChangeSchema>;

export const newCourseSchema = z.object({
  title: localised(line),
  /** The permanent address. Derived from the international title when absent (row A12). */
  slug: typedCode()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'key_invalid')
    .max(100, 'too_long')
    .optional(),
  level: z.enum(courseLevels, 'required'),
  spokenLanguage: z.enum(languages, 'required'),
  /** In piastres; 0 is free. */
  amount: productPrice,
});
export type NewCourse = z.output<typeof newCourseSchema>;

/** Converts a form sent without JavaScript: turns typed pounds into piastres and drops an empty slug. */
export const newCourseOfForm = ({ amount, slug, ...typed }: Readonly<Record<string, unknown>>, lang: Language) => ({
  ...typed,
  ...(typeof slug === 'string' && slug.trim() !== '' && { slug }),
  amount: typeof amount === 'string' ? parsePiastres(amount, lang) : amount,
});

const plannedLesson = z.object({ file: z.string().min(1).max(200), name: localised(line), freePreview: z.boolean() });

export const lessonPlanSchema = z.object({
  /** A chapter may be empty; visitors see the chapter once it has lessons. */
  chapters: z
    .array(z.object({ title: localised(line), lessons: z.array(plannedLesson).max(200) }))
    .min(1, 'required')
    .max(100),
  /** Lessons to delete; allowed only while the course has no learners. */
  removed: z.array(z.string().min(1).max(200)).max(200).optional(),
  version: z.string().optional(),
});
export type LessonPlan = z.output<typeof lessonPlanSchema>;
