import { invalidate } from '@/lib/cache/invalidate';
import { readCourses, readProducts } from '@/lib/content/read';
import type { ProductData } from '@/lib/content/schema';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, languages } from '@/lib/language';
import { log } from '@/lib/log';
import {
  courseEntries,
  type CourseEntry,
  type CourseFiles,
  productEntries,
  type ProductEntry,
  readCatalogueAsFiles,
} from './catalogue-files';
import { replaceBundleCourses } from './course-offer';
import { indexCourse } from './search-entries';

/** Generous, because the sync runs before the service listens: a timeout would prevent the start. */
const startupTimeoutMs = 60_000;

export interface SyncOutcome {
  added: string[];
  updated: string[];
  /** Changed in administration; the file is ignored. */
  edited: string[];
}

/** Updates the database from the content files, except rows that were edited in administration. */
export async function syncCatalogue(): Promise<SyncOutcome> {
  const products = (await readProducts()) ?? [];
  const files = await readCourseFiles();
  const outcome: SyncOutcome = { added: [], updated: [], edited: [] };
  const client = await db();
  const courses = dropUpToDate(courseEntries(files), await client.course.findMany({ select: { syncedHash: true } }));
  const changedProducts = dropUpToDate(
    productEntries(products, files[defaultLanguage] ?? []),
    await client.product.findMany({ select: { syncedHash: true } }),
  );
  if (courses.length + changedProducts.length === 0) return outcome;
  const currentHashes = await readRowHashes(files, products);
  for (const entry of courses) await syncCourse(entry, currentHashes, outcome);
  await syncProducts(changedProducts, currentHashes, outcome);
  if (outcome.added.length + outcome.updated.length > 0) invalidate('courses', 'products', 'content');
  return outcome;
}

export async function readCourseFiles(): Promise<CourseFiles> {
  return Object.fromEntries(
    await Promise.all(languages.map(async (lang) => [lang, await readCourses(lang)])),
  ) as CourseFiles;
}

/** Hashes of the entries that an export of the current rows would produce. */
export async function readRowHashes(
  files: CourseFiles,
  products: readonly ProductData[],
): Promise<ReadonlySet<string>> {
  const rows = await readCatalogueAsFiles(files, products);
  return new Set(
    [...courseEntries(rows.courses), ...productEntries(rows.products, rows.courses[defaultLanguage])].map(
      ({ hash }) => hash,
    ),
  );
}

/** Drops entries whose rows are up to date: nearly all of them on most starts. Hashes include the slug or key. */
function dropUpToDate<Entry extends { hash: string }>(
  entries: Entry[],
  rows: readonly { syncedHash: string | null }[],
): Entry[] {
  const followed = new Set(rows.map((row) => row.syncedHash));
  return entries.filter((entry) => !followed.has(entry.hash));
}

type SyncState = 'missing' | 'same' | 'edited' | 'behind';

export function syncStateOf(row: { syncedHash: string | null; editedAt: Date | null } | null, hash: string): SyncState {
  if (!row) return 'missing';
  if (row.syncedHash === hash) return 'same';
  return row.editedAt ? 'edited' : 'behind';
}

function recordOutcome(outcome: SyncOutcome, state: SyncState, name: string): void {
  if (state === 'missing') outcome.added.push(name);
  if (state === 'behind') outcome.updated.push(name);
  if (state === 'edited') outcome.edited.push(name);
}

async function syncCourse(entry: CourseEntry, currentHashes: ReadonlySet<string>, outcome: SyncOutcome): Promise<void> {
  const { slug, hash: syncedHash } = entry;
  await transaction(
    async (tx) => {
      for (const former of entry.formerSlugs) await renameCourse(tx, former, slug);
      const row = await tx.course.findUnique({ where: { slug }, select: { syncedHash: true, editedAt: true } });
      const state = syncStateOf(row, syncedHash);
      // The file equals the row (an export from this database), so the row follows the file again.
      if (state === 'edited' && currentHashes.has(syncedHash))
        return void (await tx.course.update({
          where: { slug },
          data: { syncedHash, editedAt: null },
          select: { slug: true },
        }));
      recordOutcome(outcome, state, slug);
      if (state === 'missing' || state === 'behind') await writeCourse(tx, entry, { syncedHash, editedAt: null });
    },
    { timeoutMs: startupTimeoutMs },
  );
}

export interface Origin {
  syncedHash: string | null;
  editedAt: Date | null;
}

export async function writeCourse(
  tx: Tx,
  { slug, text, position, published, chapters }: CourseEntry,
  origin: Origin,
): Promise<void> {
  const data = { text: text as Prisma.InputJsonValue, position, published: published ?? true, ...origin };
  await tx.course.upsert({ where: { slug }, create: { slug, ...data }, update: data, select: { slug: true } });
  await tx.chapter.deleteMany({ where: { courseSlug: slug } });
  for (const [at, { title, lessons }] of chapters.entries()) {
    const { id } = await tx.chapter.create({ data: { courseSlug: slug, position: at, title }, select: { id: true } });
    await tx.lesson.createMany({
      data: lessons.map((lesson, index) => ({ ...lesson, courseSlug: slug, chapterId: id, position: index })),
    });
  }
  await indexCourse(tx, slug);
}

export async function writeProduct(
  tx: Tx,
  { hash: _hash, bundle = [], active, ...entry }: ProductEntry,
  origin: Origin,
): Promise<void> {
  const data = { ...entry, active: active ?? true, ...origin };
  await tx.product.upsert({ where: { key: entry.key }, create: data, update: data, select: { key: true } });
  await replaceBundleCourses(tx, entry.key, bundle);
}

async function syncProducts(
  entries: readonly ProductEntry[],
  currentHashes: ReadonlySet<string>,
  outcome: SyncOutcome,
): Promise<void> {
  const knownSlugs = new Set(
    (await (await db()).course.findMany({ select: { slug: true } })).map((course) => course.slug),
  );
  for (const entry of entries) {
    const missing = (entry.bundle ?? [entry.courseSlug]).find((slug) => !knownSlugs.has(slug));
    if (missing === undefined) await syncProduct(entry, currentHashes, outcome);
    else
      log.error(
        { product: entry.key, course: missing },
        'A product was skipped, because one of its courses does not exist. Correct the product in its content file',
      );
  }
}

async function syncProduct(
  entry: ProductEntry,
  currentHashes: ReadonlySet<string>,
  outcome: SyncOutcome,
): Promise<void> {
  const { key, hash: syncedHash } = entry;
  await transaction(
    async (tx) => {
      const row = await tx.product.findUnique({ where: { key }, select: { syncedHash: true, editedAt: true } });
      const state = syncStateOf(row, syncedHash);
      if (state === 'edited' && currentHashes.has(syncedHash))
        return void (await tx.product.update({
          where: { key },
          data: { syncedHash, editedAt: null },
          select: { key: true },
        }));
      recordOutcome(outcome, state, key);
      if (state === 'missing' || state === 'behind') await writeProduct(tx, entry, { syncedHash, editedAt: null });
    },
    { timeoutMs: startupTimeoutMs },
  );
}

/** Redirects the old slug and updates every table that stores it without a foreign key (row A14). */
export async function renameCourse(tx: Tx, from: string, to: string): Promise<void> {
  await tx.oldSlug.upsert({
    where: { kind_from: { kind: 'course', from } },
    create: { kind: 'course', from, to },
    update: { to },
    select: { to: true },
  });
  await tx.oldSlug.updateMany({ where: { kind: 'course', to: from }, data: { to } });
  const [oldCourse, newCourse] = await Promise.all([
    tx.course.findUnique({ where: { slug: from }, select: { slug: true } }),
    tx.course.findUnique({ where: { slug: to }, select: { slug: true } }),
  ]);
  if (!oldCourse || newCourse) return;
  await tx.course.update({ where: { slug: from }, data: { slug: to }, select: { slug: true } });
  const moved = { where: { courseSlug: from }, data: { courseSlug: to } };
  await tx.lesson.updateMany(moved);
  await tx.lessonProgress.updateMany(moved);
  await tx.lessonAccess.updateMany(moved);
  await tx.certificate.updateMany(moved);
  await tx.feedback.updateMany(moved);
  await tx.note.updateMany(moved);
  await tx.question.updateMany(moved);
  await tx.courseRating.updateMany(moved);
  await tx.order.updateMany(moved);
  await tx.orderLine.updateMany(moved);
  await tx.newsletter.updateMany(moved);
}
