import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { missingTools } from '@/lib/lessons/admin/process-uploads';
import { deployedKey, storedBytes } from '@/lib/lessons/attachment-files';
import { attachmentFields, type AttachmentRow } from '@/lib/lessons/attachments';
import { beginningProblems } from '@/lib/lessons/ingest/verify';
import { manifestSchema } from '@/lib/lessons/manifest';
import { findMedia, readMedia } from '@/lib/lessons/video-files';
import { missingPictureFiles } from '@/lib/pictures/picture-files';
import { bad, ok, type DiagnosticCheck, type Finding } from './check';

export const lessonsCheck: DiagnosticCheck = {
  name: 'lessons',
  limitMs: 10 * 60_000,
  async run() {
    const client = await db();
    const lessons = await client.lesson.findMany({ select: { courseSlug: true, file: true }, orderBy: { id: 'asc' } });
    const unseen = config().mediaBucket
      ? 'they are in a bucket'
      : (await missingTools()).length > 0
        ? 'ffmpeg is not installed here'
        : null;
    const findings: Finding[] = [];
    const names = lessons.map(({ courseSlug, file }) => `${courseSlug}/${file}`).values();
    // Run two ffmpeg processes at once, which even a small machine can handle.
    await Promise.all(
      [1, 2].map(async () => {
        for (const lesson of names) {
          const problem = await findLessonProblem(lesson, unseen === null);
          if (problem) findings.push(bad(`${lesson} cannot be played: ${problem}`));
        }
      }),
    );
    if (findings.length > 0) return findings.toSorted((one, other) => (one.message < other.message ? -1 : 1));
    return [
      ok(
        unseen
          ? `${lessons.length} lessons have all their files; none was decoded, as ${unseen}`
          : `${lessons.length} lessons can be played`,
      ),
    ];
  },
};

export const attachmentsCheck: DiagnosticCheck = {
  name: 'attachments',
  async run() {
    const rows = await (await db()).attachment.findMany({ select: attachmentFields, orderBy: { id: 'asc' } });
    const faults = await Promise.all(rows.map(async (row) => findAttachmentFault(row, await storedBytes(row))));
    const findings = faults.flatMap((fault) => (fault === null ? [] : [bad(fault)]));
    return findings.length > 0 ? findings : [ok(`${rows.length} attachments have their files`)];
  },
};

function findAttachmentFault(row: AttachmentRow, bytes: number | null): string | null {
  if (row.position !== null) return bytes === null ? `${deployedKey(row)} of ${row.lesson} is missing` : null;
  if (bytes === row.bytes) return null;
  const state = bytes === null ? 'is missing' : `has ${bytes} bytes, ${row.bytes} expected`;
  return `${row.fileName} of ${row.courseSlug}/${row.lesson} (attachments/${row.id}) ${state}: restore it from a backup`;
}

async function findLessonProblem(lesson: string, isDecoded: boolean): Promise<string | null> {
  const text = await readMedia(`${lesson}/lesson.json`);
  if (text === null) return 'no lesson.json; run npm run media:ingest';
  const manifest = manifestSchema.safeParse(parse(String(text)));
  if (!manifest.success) return 'lesson.json is damaged; ingest it again';
  const { renditions, source, revision } = manifest.data;
  const videos = [source, ...renditions];
  for (const { file, bytes } of videos) {
    const size = (await findMedia([lesson, revision, file].filter(Boolean).join('/')))?.bytes;
    if (size !== bytes)
      return size === undefined ? `${file} is missing` : `${file} has ${size} bytes, ${bytes} expected`;
  }
  const { mediaDir } = config();
  for (const { file, ...video } of isDecoded ? videos : []) {
    const isSound = 'name' in video && video.name === 'audio';
    const path = join(/* turbopackIgnore: true */ mediaDir, lesson, revision ?? '', file);
    const problems = await beginningProblems(path, isSound ? 'audio' : 'video');
    if (problems.length > 0)
      return `${file} cannot be played beyond its beginning; upload its video again, or run npm run media:ingest`;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const picturesCheck: DiagnosticCheck = {
  name: 'pictures',
  async run() {
    const rows = await (
      await db()
    ).picture.findMany({
      where: { status: 'ready' },
      select: { id: true, name: true, width: true },
      orderBy: { createdAt: 'asc' },
    });
    const findings = [];
    for (const { id, name, width } of rows) {
      const missing = await missingPictureFiles(id, width);
      if (missing.length > 0)
        findings.push(bad(`${name} (pictures/${id}) lacks ${missing.join(', ')}: restore them from a backup`));
    }
    return findings.length > 0 ? findings : [ok(`${rows.length} pictures have all their files`)];
  },
};
