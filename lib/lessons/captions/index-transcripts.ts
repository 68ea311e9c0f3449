import { dayMs } from '@/lib/clock';
import { indexCourse, searchVersion, type Transcript } from '@/lib/courses/catalogue/search-entries';
import { db, transaction } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { findVideoFiles, keyOf, readMedia } from '@/lib/lessons/video-files';
import { log } from '@/lib/log';
import { parseVtt } from './vtt';

/** Compare at least daily, because `media:ingest` can add captions without notifying the service. */
const compareAfterMs = dayMs;
const timeoutMs = 20_000;
const batchSize = 100;

export async function readTranscripts(courseSlug: string, lesson: string): Promise<Transcript[]> {
  const files = await findVideoFiles(courseSlug, lesson);
  return Promise.all(
    (files?.manifest?.captions ?? []).map(async ({ lang, file }) => {
      const captionsFile = keyOf(files!, file);
      const cues = parseVtt(String((await readMedia(captionsFile)) ?? '')) ?? [];
      return {
        lang,
        captionsFile,
        lines: cues.map(({ fromSeconds, text }) => [Math.floor(fromSeconds), text] as [number, string]),
      };
    }),
  );
}

async function listDueCourses(now: Date, limit: number): Promise<string[]> {
  const client = await db();
  const since = new Date(now.getTime() - compareAfterMs);
  const rows = await client.$queryRaw<Array<{ slug: string }>>`
    SELECT c."slug" FROM "Course" c WHERE (
      SELECT count(*) FROM "SearchEntry" e WHERE e."courseSlug" = c."slug" AND e."lesson" = '' AND e."version" = ${searchVersion} AND e."comparedAt" > ${since}
    ) < ${languages.length} LIMIT ${limit}`;
  return rows.map(({ slug }) => slug);
}

export const hasCoursesToIndex = async (now: Date): Promise<boolean> => (await listDueCourses(now, 1)).length > 0;

export async function indexCourses(now: Date, stopping: AbortSignal): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    const dueSlugs = (await listDueCourses(now, batchSize + failed.size)).filter((slug) => !failed.has(slug));
    if (dueSlugs.length === 0) return;
    for (const slug of dueSlugs) {
      if (stopping.aborted) return;
      await compareCaptions(slug, now).catch((error: unknown) => {
        failed.add(slug);
        log.warn(
          { err: error, course: slug },
          'The transcripts of a course could not be indexed for search; the next run of the job tries again',
        );
      });
    }
  }
}

async function compareCaptions(courseSlug: string, now: Date): Promise<void> {
  const client = await db();
  const lessons = await client.lesson.findMany({ where: { courseSlug }, select: { file: true } });
  const stored = await client.searchEntry.findMany({
    where: { courseSlug, captionsFile: { not: null } },
    select: { lesson: true, captionsFile: true },
  });
  const changed = new Map<string, readonly Transcript[]>();
  for (const { file } of lessons) {
    const files = await findVideoFiles(courseSlug, file);
    const currentKeys = (files?.manifest?.captions ?? []).map((captions) => keyOf(files!, captions.file)).sort();
    const storedKeys = stored
      .filter(({ lesson }) => lesson === file)
      .map(({ captionsFile }) => captionsFile)
      .sort();
    if (JSON.stringify(currentKeys) !== JSON.stringify(storedKeys))
      changed.set(file, await readTranscripts(courseSlug, file));
  }
  await transaction((tx) => indexCourse(tx, courseSlug, changed, now), { timeoutMs });
}
