import 'server-only';
import { readCourses, readProducts } from '@/lib/content/read';
import { db, transaction, type Prisma } from '@/lib/database/client';
import { invalidate } from '@/lib/cache/invalidate';
import { defaultLanguage, languages } from '@/lib/language';
import { log } from '@/lib/log';
import { bundleCourses } from './bundle-courses';
import { renameCourse } from './rename-course';
import { indexCourse } from './search-entries';
import { courseEntries, productEntries, type CourseEntry, type CourseFiles, type ProductEntry } from './sync-plan';

/** At start, before the service listens: a failure would mean no service at all. */
const atStart = 60_000;

export interface SyncOutcome { added: string[]; updated: string[]; /** Changed in administration: the file is not followed. */ edited: string[] }

/**
 * Brings courses and products from the content files at start: adds what the database lacks, lets a row that is
 * still as last synced follow its file, and leaves what administration changed.
 */
export async function syncCatalogue(): Promise<SyncOutcome> {
  const products = await readProducts();
  const files = await readCourseFiles();
  const outcome: SyncOutcome = { added: [], updated: [], edited: [] };
  const client = await db();
  const courses = unlessFollowed(courseEntries(files), await client.course.findMany({ select: { syncedHash: true } }));
  for (const entry of courses) await syncCourse(entry, outcome);
  const goods = unlessFollowed(productEntries(products ?? [], files[defaultLanguage] ?? []), await client.product.findMany({ select: { syncedHash: true } }));
  if (goods.length > 0) await syncProducts(goods, outcome);
  if (outcome.added.length + outcome.updated.length > 0) invalidate('courses', 'products', 'content');
  return outcome;
}

async function readCourseFiles(): Promise<CourseFiles> {
  return Object.fromEntries(await Promise.all(languages.map(async (lang) => [lang, await readCourses(lang)]))) as CourseFiles;
}

/** What stands in the database as its file says it, which is nearly all at nearly every start, needs no transaction. The hash holds the key too. */
function unlessFollowed<Entry extends { hash: string }>(entries: Entry[], rows: readonly { syncedHash: string | null }[]): Entry[] {
  const followed = new Set(rows.map((row) => row.syncedHash));
  return entries.filter((entry) => !followed.has(entry.hash));
}

type State = 'missing' | 'same' | 'edited' | 'behind';

export function stateOf(row: { syncedHash: string | null; editedAt: Date | null } | null, hash: string): State {
  if (!row) return 'missing';
  if (row.syncedHash === hash) return 'same';
  return row.editedAt ? 'edited' : 'behind';
}

function note(outcome: SyncOutcome, state: State, name: string): void {
  if (state === 'missing') outcome.added.push(name);
  if (state === 'behind') outcome.updated.push(name);
  if (state === 'edited') outcome.edited.push(name);
}

async function syncCourse(entry: CourseEntry, outcome: SyncOutcome): Promise<void> {
  await transaction(async (tx) => {
    for (const former of entry.formerSlugs) await renameCourse(tx, former, entry.slug);
    const row = await tx.course.findUnique({ where: { slug: entry.slug }, select: { syncedHash: true, editedAt: true } });
    const state = stateOf(row, entry.hash);
    note(outcome, state, entry.slug);
    if (state === 'same' || state === 'edited') return;
    const data = { text: entry.text as Prisma.InputJsonValue, position: entry.position, syncedHash: entry.hash };
    await tx.course.upsert({ where: { slug: entry.slug }, create: { slug: entry.slug, ...data }, update: data, select: { slug: true } });
    await tx.chapter.deleteMany({ where: { courseSlug: entry.slug } });
    for (const [position, chapter] of entry.chapters.entries()) {
      const { id } = await tx.chapter.create({ data: { courseSlug: entry.slug, position, title: chapter.title }, select: { id: true } });
      await tx.lesson.createMany({ data: chapter.lessons.map((lesson, index) => ({ ...lesson, courseSlug: entry.slug, chapterId: id, position: index })) });
    }
    await indexCourse(tx, entry.slug);
  }, { timeoutMs: atStart });
}

async function syncProducts(entries: readonly ProductEntry[], outcome: SyncOutcome): Promise<void> {
  const known = new Set((await (await db()).course.findMany({ select: { slug: true } })).map((course) => course.slug));
  for (const entry of entries) {
    const missing = (entry.bundle ?? [entry.courseSlug]).find((slug) => !known.has(slug));
    if (missing === undefined) await syncProduct(entry, outcome);
    else log.error({ product: entry.key, course: missing }, 'a product names a course that does not exist');
  }
}

async function syncProduct({ hash, bundle = [], ...entry }: ProductEntry, outcome: SyncOutcome): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.product.findUnique({ where: { key: entry.key }, select: { syncedHash: true, editedAt: true } });
    const state = stateOf(row, hash);
    note(outcome, state, entry.key);
    if (state === 'same' || state === 'edited') return;
    const data = { ...entry, syncedHash: hash };
    await tx.product.upsert({ where: { key: entry.key }, create: data, update: data, select: { key: true } });
    await bundleCourses(tx, entry.key, bundle);
  }, { timeoutMs: atStart });
}
