import 'server-only';
import { createHash } from 'node:crypto';
import { z, ZodError } from 'zod';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { pageOf, windowOf, type Page, saying } from '@/lib/admin/lists';
import { safeHtml } from '@/lib/content/safe-html';
import type { CourseLevel } from '@/lib/content/schema';
import { courseTextIn, localisedText, titlesOf } from '@/lib/courses/catalogue/course';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { invalidate, purge } from '@/lib/cache/invalidate';
import { defaultLanguage, inEachLanguage, languages, type Language, type Localised } from '@/lib/language';
import { assertPicturesUsable } from '@/lib/media/assert-usable';
import { pageNumber, singleLine } from '@/lib/schemas';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import type { CourseChange, CourseTextInput } from './course-schema';

export const courseQuerySchema = z.object({ page: pageNumber, q: singleLine().max(100).optional() });

export interface CourseTitle { slug: string; title: Localised }

export interface CourseRow { slug: string; title: Localised; published: boolean; lessons: number; learners: number; editedHere: boolean; madeHere: boolean }

export interface AdminCourse {
  slug: string;
  published: boolean;
  editedHere: boolean;
  /** Made in administration: no content file has it. */
  madeHere: boolean;
  /** null for a course that was changed here before it could be said */
  level: CourseLevel | null;
  spokenLanguage: Language;
  voice: boolean;
  textVersion: string;
  planVersion: string;
  texts: Localised<CourseTextInput>;
  chapters: Array<{ title: Localised; lessons: Array<{ file: string; name: Localised; freePreview: boolean; durationSeconds: number }> }>;
}

/** Every course, to choose from. @throws Problem 401, 403 */
export async function listCourseTitles(actor: MaybeActor): Promise<CourseTitle[]> {
  assertAdmin(actor);
  const client = await db();
  // Of a course's text, long in every language, only the titles are read.
  const rows = await client.$queryRaw<Array<{ slug: string; text: unknown }>>`
    SELECT slug, (SELECT jsonb_object_agg(key, jsonb_build_object('title', value->'title')) FROM jsonb_each(text)) AS text FROM "Course" ORDER BY position, slug`;
  return rows.map(({ slug, text }) => ({ slug, title: titlesOf(text) }));
}

/** In their own order; `q` is part of a title in any language, or of the address. @throws Problem 401, 403 */
export async function listCourses(actor: MaybeActor, { page, q }: z.output<typeof courseQuerySchema>): Promise<Page<CourseRow>> {
  assertAdmin(actor);
  const found = q ? saying(q, await listCourseTitles(actor), ({ slug, title }) => [slug.replaceAll('-', ' '), ...Object.values(title)]) : null;
  const client = await db();
  const rows = await client.course.findMany({
    ...(found ? { where: { slug: { in: found.map(({ slug }) => slug) } } } : {}), ...windowOf(page),
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
    select: {
      slug: true, text: true, published: true, editedAt: true, syncedHash: true,
      chapters: { select: { _count: { select: { lessons: true } } } },
      _count: { select: { enrolments: { where: { revokedAt: null } } } },
    },
  });
  return pageOf(rows.map(({ slug, text, published, editedAt, syncedHash, chapters, _count }) => ({
    slug, published, editedHere: editedAt !== null, madeHere: syncedHash === null, title: titlesOf(text),
    lessons: chapters.reduce((sum, chapter) => sum + chapter._count.lessons, 0), learners: _count.enrolments,
  })), page);
}

export const planFields = {
  title: true, lessons: { orderBy: { position: 'asc' }, select: { file: true, name: true, freePreview: true, durationSeconds: true } },
} as const satisfies Prisma.ChapterSelect;

/** @throws Problem 401, 403, 404 */
export async function requireAdminCourse(actor: MaybeActor, slug: string): Promise<AdminCourse> {
  assertAdmin(actor);
  const client = await db();
  const row = await client.course.findUnique({
    where: { slug },
    select: {
      slug: true, published: true, editedAt: true, syncedHash: true, text: true,
      chapters: {
        orderBy: { position: 'asc' },
        select: planFields,
      },
    },
  });
  if (!row) throw notFound();
  const { level = null, spokenLanguage, voice } = courseTextIn(row.text, defaultLanguage).courseInfo;
  return {
    slug, level, spokenLanguage, voice, published: row.published, editedHere: row.editedAt !== null, madeHere: row.syncedHash === null, texts: textsOf(row.text),
    textVersion: versionOf([row.text, row.published]), planVersion: versionOf(row.chapters),
    chapters: row.chapters.map(({ title, lessons }) => ({
      title: localisedText(title), lessons: lessons.map(({ name, ...lesson }) => ({ ...lesson, name: localisedText(name) })),
    })),
  };
}

/** Changes the text in every language, and whether the course is offered. @throws Problem 401, 403, 404, 409 `conflict`, InvalidInput */
export async function changeCourse(actor: MaybeActor, slug: string, change: CourseChange, now: Date): Promise<AdminCourse> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    const stored = await requireUnchangedText(tx, slug, change.version);
    const text = Object.fromEntries(languages.map((lang) => [lang, mergedText(stored[lang], change, lang)]));
    await assertPicturesUsable(tx, pictureFieldsOf(change));
    if (change.published) await requirePublishable(tx, slug, text);
    await tx.course.update({
      where: { slug }, data: { text: text as Prisma.InputJsonObject, published: change.published, editedAt: now }, select: { slug: true },
    });
    await indexCourse(tx, slug);
    await writeAudit(tx, { actor, action: 'course.change', subject: `course:${slug}`, detail: { published: change.published } });
  });
  (change.published ? invalidate : purge)('courses', 'products', `course:${slug}`);
  return requireAdminCourse(actor, slug);
}

/** What is on offer has a lesson, and a picture and a description in every language, also one that came later. @throws InvalidInput */
async function requirePublishable(tx: Tx, slug: string, text: Record<string, Record<string, unknown>>): Promise<void> {
  const missing = languages.flatMap((lang) => ['imageUrl', 'imageAlt', 'htmlContent'].filter((field) => !text[lang]?.[field]).map((field) => ['texts', lang, field]));
  const faults = missing.map((path) => ({ code: 'custom' as const, path, message: 'required' }));
  if ((await tx.lesson.count({ where: { courseSlug: slug } })) === 0) faults.push({ code: 'custom', path: ['published'], message: 'no_lessons' });
  if (faults.length > 0) throw new InvalidInput(new ZodError(faults));
}

/** The fields that may name pictures of the library. */
const pictureFieldsOf = ({ texts }: CourseChange): Record<string, string> =>
  Object.fromEntries(languages.flatMap((lang) => [[`texts.${lang}.htmlContent`, texts[lang].htmlContent], [`texts.${lang}.imageUrl`, texts[lang].imageUrl ?? '']]));

/** The row's text by language. @throws Problem 409 when it changed since version `seen` */
async function requireUnchangedText(tx: Tx, slug: string, seen: string | undefined): Promise<Record<string, unknown>> {
  const row = await tx.course.findUnique({ where: { slug }, select: { text: true, published: true } });
  if (!row) throw notFound();
  if (seen && seen !== versionOf([row.text, row.published])) throw new Problem(409, 'conflict');
  return objectOf(row.text);
}

function mergedText(stored: unknown, { texts, level, spokenLanguage, voice }: CourseChange, lang: Language): Record<string, unknown> {
  const before = objectOf(stored);
  const input = texts[lang];
  return { ...before, ...input, htmlContent: safeHtml(input.htmlContent), courseInfo: { ...objectOf(before.courseInfo), ...input.courseInfo, level, spokenLanguage, ...(voice === undefined ? {} : { voice }) } };
}

/** Changes when what it stands for changes. */
export const versionOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/**
 * As the form edits it. Read with a schema of its own: content files may be longer than the form allows, and such a course must not open
 * as an empty form.
 */
function textsOf(text: unknown): Localised<CourseTextInput> {
  const byLanguage = objectOf(text);
  return inEachLanguage((lang) => {
    const { imageUrl, imageAlt, meta, ...rest } = storedText.parse(objectOf(byLanguage[lang]));
    return { ...rest, ...(imageUrl ? { imageUrl } : {}), ...(imageAlt ? { imageAlt } : {}), ...(meta ? { meta } : {}) };
  });
}

const textOrEmpty = z.string().catch('');
/** Leaves out the items that are broken. */
const itemsOf = <Item>(item: z.ZodType<Item>) => z.array(z.unknown()).catch([]).transform((items) => items.flatMap((each) => item.safeParse(each).data ?? []));
const lines = itemsOf(z.object({ content: z.string() }));

const storedText = z.object({
  title: textOrEmpty, summary: textOrEmpty, htmlContent: textOrEmpty, imageUrl: textOrEmpty, imageAlt: textOrEmpty,
  meta: z.record(z.string(), z.string()).optional().catch(undefined),
  courseInfo: z.preprocess(objectOf, z.object({
    createdBy: textOrEmpty, whatYouWillLearn: lines, prerequisites: lines,
    courseInclude: itemsOf(z.object({ title: z.string(), details: lines })), faq: itemsOf(z.object({ question: z.string(), answer: z.string() })),
  })),
});

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
