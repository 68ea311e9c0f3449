import 'server-only';
import type { ZodType } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { purge } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import type { JsonValue } from '@/lib/content/form/form-node';
import { readProducts } from '@/lib/content/read';
import { coursesDataSchema, productsSchema, type CourseData, type ProductData } from '@/lib/content/schema';
import { catalogueAsFiles } from '@/lib/courses/catalogue/catalogue-files';
import { readCourseFiles, rowHashes, writeCourse, writeProduct } from '@/lib/courses/catalogue/sync';
import { courseEntries, productEntries, type CourseFiles } from '@/lib/courses/catalogue/sync-plan';
import { db, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, languages } from '@/lib/language';
import { readPart, writePart } from './transfer-files';

const timeoutMs = 60_000;
const coursesPath = (lang: string) => `${config().siteProject}/${lang}/course-page/courses-data.json`;
const productsPath = () => `${config().siteProject}/products.json`;

interface Read { courses: CourseFiles; products: ProductData[] | null; refused: string[] }

async function readCatalogue(root: string): Promise<Read> {
  const refused: string[] = [];
  const read = async <Value>(path: string, shape: ZodType<Value>): Promise<Value | null> => {
    const given = await readPart(root, path);
    const parsed = given === null ? null : shape.safeParse(given);
    refused.push(...(parsed?.error?.issues ?? []).map((issue) => `${path}: ${issue.path.join('.')}: ${issue.message}`));
    return parsed?.data ?? null;
  };
  const courses = await Promise.all(languages.map(async (lang) => [lang, (await read(coursesPath(lang), coursesDataSchema))?.services ?? null] as const));
  return { courses: Object.fromEntries(courses) as CourseFiles, products: await read(productsPath(), productsSchema), refused };
}

/** Writes courses and products as they are now into their files. What the files have and the database lacks stays. @returns paths, and why a draft is in no file yet */
export async function exportCatalogue(root: string): Promise<{ written: string[]; leftOut: string[] }> {
  const present = await readCatalogue(root);
  const { courses, products, leftOut } = await catalogueAsFiles(present.courses, present.products ?? []);
  if (courses[defaultLanguage].length === 0) return { written: [], leftOut };
  const written: string[] = [];
  for (const lang of languages) {
    const known = new Set(courses[lang].flatMap(({ courseName, formerSlugs = [] }) => [courseName, ...formerSlugs]));
    const services: CourseData[] = [...courses[lang], ...(present.courses[lang] ?? []).filter(({ courseName }) => !known.has(courseName))];
    written.push(...(await writePart(root, coursesPath(lang), { services } as unknown as JsonValue)));
  }
  const others = (present.products ?? []).filter(({ key }) => products.every((product) => product.key !== key));
  // In the order of the file; what is new at its end.
  const place = new Map((present.products ?? []).map(({ key }, index) => [key, index]));
  const all = [...products, ...others].sort((a, b) => (place.get(a.key) ?? Infinity) - (place.get(b.key) ?? Infinity) || 0);
  written.push(...(await writePart(root, productsPath(), all as unknown as JsonValue)));
  return { written, leftOut };
}

/** Makes courses and products say what the files of a folder say; those that the files do not name stay. */
export async function importCatalogue(root: string, now: Date): Promise<{ published: string[]; refused: string[] }> {
  const { courses, products, refused } = await readCatalogue(root);
  const [ownCourses, ownProducts] = await Promise.all([readCourseFiles(), readProducts()]);
  const hashes = await rowHashes(courses, products ?? []);
  // A row follows the files of this installation alone; what says something else than they do would be overwritten at the next start.
  const own = new Set([...courseEntries(ownCourses), ...productEntries(ownProducts ?? [], ownCourses[defaultLanguage] ?? [])].map(({ hash }) => hash));
  const origin = (hash: string, before: string | null) => (own.has(hash) ? { syncedHash: hash, editedAt: null } : { syncedHash: before, editedAt: now });
  const published: string[] = [];
  const write = async (subject: string, work: (tx: Tx) => Promise<unknown>) => {
    await transaction(async (tx) => {
      await work(tx);
      await writeAudit(tx, { actor: null, action: 'content.import', subject });
    }, { timeoutMs });
    published.push(subject.replace(':', ' '));
  };
  for (const entry of courseEntries(courses).filter(({ hash }) => !hashes.has(hash))) {
    await write(`course:${entry.slug}`, async (tx) => {
      const row = await tx.course.findUnique({ where: { slug: entry.slug }, select: { syncedHash: true } });
      await writeCourse(tx, entry, origin(entry.hash, row?.syncedHash ?? null));
    });
  }
  for (const entry of productEntries(products ?? [], courses[defaultLanguage] ?? []).filter(({ hash }) => !hashes.has(hash))) {
    const slugs = entry.bundle ?? [entry.courseSlug];
    if ((await (await db()).course.count({ where: { slug: { in: slugs } } })) < slugs.length) {
      refused.push(`product ${entry.key}: it names a course that does not exist`);
      continue;
    }
    await write(`product:${entry.key}`, async (tx) => {
      const row = await tx.product.findUnique({ where: { key: entry.key }, select: { syncedHash: true } });
      await writeProduct(tx, entry, origin(entry.hash, row?.syncedHash ?? null));
    });
  }
  if (published.length > 0) purge('courses', 'products');
  return { published, refused };
}
