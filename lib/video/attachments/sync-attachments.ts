import 'server-only';
import { createHash } from 'node:crypto';
import { invalidate } from '@/lib/cache/invalidate';
import { readCourses } from '@/lib/content/read';
import { courseEntries, type CourseFiles } from '@/lib/courses/catalogue/sync-plan';
import { db, transaction } from '@/lib/database/client';
import { languages } from '@/lib/language';

/**
 * Brings the attachments that the course files name, at each start and after `syncCatalogue`. The files alone decide about them, also for a
 * course that was changed in administration; what was uploaded there is not touched. The same file has the same id in every process.
 */
export async function syncAttachments(): Promise<void> {
  const files = Object.fromEntries(await Promise.all(languages.map(async (lang) => [lang, await readCourses(lang)]))) as CourseFiles;
  const named = courseEntries(files).flatMap(({ slug, attachments }) => attachments.map((each) => ({ ...each, courseSlug: slug, id: idOf([slug, each.lesson, each.fileName]) })));
  const rows = await (await db()).attachment.findMany({ where: fromFiles, select: { id: true, name: true, position: true } });
  const known = new Map(rows.map((row) => [row.id, row]));
  const different = named.filter(({ id, name, position }) => known.get(id)?.position !== position || languages.some((lang) => (known.get(id)?.name as typeof name)[lang] !== name[lang]));
  if (different.length === 0 && known.size === named.length) return;
  const changed = await transaction(async (tx) => {
    const present = new Set((await tx.course.findMany({ select: { slug: true } })).map(({ slug }) => slug));
    const wanted = different.filter(({ courseSlug }) => present.has(courseSlug));
    const stay = named.filter(({ courseSlug }) => present.has(courseSlug)).map(({ id }) => id);
    const gone = await tx.attachment.deleteMany({ where: { ...fromFiles, id: { notIn: stay } } });
    for (const { id, ...data } of wanted) await tx.attachment.upsert({ where: { id }, create: { id, ...data }, update: data, select: { id: true } });
    return gone.count + wanted.length;
  });
  if (changed > 0) invalidate('courses');
}

/** What was uploaded in administration has no position. */
const fromFiles = { position: { not: null } };

const idOf = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
