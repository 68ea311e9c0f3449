import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ZodType } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { purge } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { fileText, pathOfPart } from '@/lib/content/content-overlay';
import { listContentFiles } from '@/lib/content/files';
import { isEqual } from '@/lib/content/form/differences';
import type { JsonValue } from '@/lib/content/form/form-node';
import { readProducts } from '@/lib/content/read';
import { type CourseData, coursesDataSchema, type ProductData, productsSchema } from '@/lib/content/schema';
import {
  courseEntries,
  type CourseFiles,
  productEntries,
  readCatalogueAsFiles,
} from '@/lib/courses/catalogue/catalogue-files';
import { readCourseFiles, readRowHashes, writeCourse, writeProduct } from '@/lib/courses/catalogue/sync';
import { db, transaction, type Tx } from '@/lib/database/client';
import { parseJsonText, readContentFile } from '@/lib/json-file';
import { defaultLanguage, languages } from '@/lib/language';
import { InvalidInput } from '@/lib/problem';
import { writeFileAtomically } from '@/lib/write-file';
import { publishVersion } from './change-content';
import {
  findNewestVersion,
  findPublishedVersion,
  listDocuments,
  readFiles,
  readParts,
  versionValues,
} from './documents';

/** `npm run content:export [folder]`: the default folder is CONTENT_DIR. @returns the written paths */
export async function exportContent(folder: string | undefined): Promise<string[]> {
  const root = resolve(folder ?? config().contentDir);
  const client = await db();
  const written: string[] = [];
  for (const known of await listDocuments()) {
    const published = await findPublishedVersion(client, known.document);
    if (!published?.body) continue;
    for (const [part, value] of Object.entries(versionValues(known, published.body, await readFiles(known)))) {
      written.push(...(await writePart(root, pathOfPart(known.document, part), value)));
    }
  }
  return written;
}

export interface ImportResult {
  readonly published: string[];
  readonly refused: string[];
}

/** `npm run content:import [folder]`: skips and reports documents that break a rule. */
export async function importContent(folder: string | undefined, now: Date): Promise<ImportResult> {
  const root = resolve(folder ?? config().contentDir);
  const imported = { published: [] as string[], refused: [] as string[] };
  // Include blocks made on another machine, which exist only as files. They come first, because the check of the
  // list of blocks needs them.
  for (const known of await listDocuments(await listContentFiles(root).catch(() => []))) {
    const unreadable: string[] = [];
    const given = await readParts(known, (path) => readPart(root, path, unreadable));
    if (unreadable.length > 0) {
      imported.refused.push(...unreadable);
      continue;
    }
    if (Object.keys(given).length === 0) continue;
    const client = await db();
    const [files, newest, published] = await Promise.all([
      readFiles(known),
      findNewestVersion(client, known.document),
      findPublishedVersion(client, known.document),
    ]);
    const shown = versionValues(known, published?.body, files);
    const next = versionValues(known, JSON.stringify({ ...shown, ...given }), files);
    if (isEqual(next, shown)) continue;
    try {
      // Do not copy content to the database that equals this installation's files.
      const body = isEqual(next, files) ? null : JSON.stringify(next);
      await publishVersion(
        null,
        known,
        { seen: newest?.number ?? 0, action: 'content.import', restoredFrom: null, now },
        async () => body,
      );
      imported.published.push(known.id);
    } catch (error) {
      imported.refused.push(...listReasons(error).map((reason) => `${known.id}: ${reason}`));
    }
  }
  return imported;
}

function listReasons(error: unknown): string[] {
  if (error instanceof InvalidInput)
    return error.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw error;
}

const timeoutMs = 60_000;
const coursesPath = (lang: string) => `${config().siteProject}/${lang}/course-page/courses-data.json`;
const productsPath = () => `${config().siteProject}/products.json`;

interface ParsedCatalogue {
  courses: CourseFiles;
  products: ProductData[] | null;
  refused: string[];
}

async function readCatalogue(root: string): Promise<ParsedCatalogue> {
  const refused: string[] = [];
  const read = async <Value>(path: string, shape: ZodType<Value>): Promise<Value | null> => {
    const given = await readPart(root, path, refused);
    const parsed = given === null ? null : shape.safeParse(given);
    refused.push(...(parsed?.error?.issues ?? []).map((issue) => `${path}: ${issue.path.join('.')}: ${issue.message}`));
    return parsed?.data ?? null;
  };
  const courses = await Promise.all(
    languages.map(
      async (lang) => [lang, (await read(coursesPath(lang), coursesDataSchema))?.services ?? null] as const,
    ),
  );
  return {
    courses: Object.fromEntries(courses) as CourseFiles,
    products: await read(productsPath(), productsSchema),
    refused,
  };
}

interface CatalogueExport {
  readonly written: string[];
  /** Reasons why drafts are not in the files. */
  readonly leftOut: string[];
  /** Faults of the present files. */
  readonly refused: string[];
}

/** Keeps entries that exist only in the files. An invalid file would lose them, so nothing is written then. */
export async function exportCatalogue(root: string): Promise<CatalogueExport> {
  const present = await readCatalogue(root);
  if (present.refused.length > 0) return { written: [], leftOut: [], refused: present.refused };
  const { courses, products, leftOut } = await readCatalogueAsFiles(present.courses, present.products ?? []);
  if (courses[defaultLanguage].length === 0) return { written: [], leftOut, refused: [] };
  const written: string[] = [];
  for (const lang of languages) {
    const known = new Set(courses[lang].flatMap(({ courseName, formerSlugs = [] }) => [courseName, ...formerSlugs]));
    const services: CourseData[] = [
      ...courses[lang],
      ...(present.courses[lang] ?? []).filter(({ courseName }) => !known.has(courseName)),
    ];
    written.push(...(await writePart(root, coursesPath(lang), { services } as unknown as JsonValue)));
  }
  const others = (present.products ?? []).filter(({ key }) => products.every((product) => product.key !== key));
  const place = new Map((present.products ?? []).map(({ key }, index) => [key, index]));
  const all = [...products, ...others].sort(
    (a, b) => (place.get(a.key) ?? place.size) - (place.get(b.key) ?? place.size),
  );
  written.push(...(await writePart(root, productsPath(), all as unknown as JsonValue)));
  return { written, leftOut, refused: [] };
}

export async function importCatalogue(root: string, now: Date): Promise<ImportResult> {
  const { courses, products, refused } = await readCatalogue(root);
  const [ownCourses, ownProducts] = await Promise.all([readCourseFiles(), readProducts()]);
  const hashes = await readRowHashes(courses, products ?? []);
  // Mark rows that differ from this installation's files as edited, or the next start would overwrite them.
  const own = new Set(
    [...courseEntries(ownCourses), ...productEntries(ownProducts ?? [], ownCourses[defaultLanguage] ?? [])].map(
      ({ hash }) => hash,
    ),
  );
  const syncColumns = (hash: string, before: string | null) =>
    own.has(hash) ? { syncedHash: hash, editedAt: null } : { syncedHash: before, editedAt: now };
  const published: string[] = [];
  const write = async (subject: string, work: (tx: Tx) => Promise<unknown>) => {
    await transaction(
      async (tx) => {
        await work(tx);
        await writeAudit(tx, { actor: null, action: 'content.import', subject });
      },
      { timeoutMs },
    );
    published.push(subject.replace(':', ' '));
  };
  for (const entry of courseEntries(courses).filter(({ hash }) => !hashes.has(hash))) {
    await write(`course:${entry.slug}`, async (tx) => {
      const row = await tx.course.findUnique({ where: { slug: entry.slug }, select: { syncedHash: true } });
      await writeCourse(tx, entry, syncColumns(entry.hash, row?.syncedHash ?? null));
    });
  }
  for (const entry of productEntries(products ?? [], courses[defaultLanguage] ?? []).filter(
    ({ hash }) => !hashes.has(hash),
  )) {
    const slugs = entry.bundle ?? [entry.courseSlug];
    if ((await (await db()).course.count({ where: { slug: { in: slugs } } })) < slugs.length) {
      refused.push(`product ${entry.key}: unknown course (${slugs.join(', ')})`);
      continue;
    }
    await write(`product:${entry.key}`, async (tx) => {
      const row = await tx.product.findUnique({ where: { key: entry.key }, select: { syncedHash: true } });
      await writeProduct(tx, entry, syncColumns(entry.hash, row?.syncedHash ?? null));
    });
  }
  if (published.length > 0) purge('courses', 'products');
  return { published, refused };
}

/** Adds the reason to `refused` if the file cannot be read. @returns null for a missing or unreadable file */
export async function readPart(root: string, path: string, refused: string[]): Promise<JsonValue | null> {
  try {
    return parseJsonText(await readContentFile(join(root, path))) as JsonValue;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      refused.push(`${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Replaces the file atomically, and only if its value changed. @returns the written path, or an empty list */
export async function writePart(root: string, path: string, value: JsonValue): Promise<string[]> {
  if (isEqual((await readPart(root, path, [])) ?? undefined, value)) return [];
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomically(file, fileText(value));
  return [path];
}
