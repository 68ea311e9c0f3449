import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { parseJsonOrNull } from '@/lib/json-file';
import { listMissingTools } from '@/lib/lessons/admin/process-uploads';
import { deployedKey, readStoredBytes } from '@/lib/lessons/attachment-files';
import { attachmentFields, type AttachmentRow } from '@/lib/lessons/attachments';
import { lateSeconds, listBeginningProblems, measurePictureDelay, stallSeconds } from '@/lib/lessons/ingest/verify';
import { manifestSchema } from '@/lib/lessons/manifest';
import { findMedia, readMedia } from '@/lib/lessons/video-files';
import { listMissingPictureFiles } from '@/lib/pictures/picture-files';
import { badFinding, type DiagnosticCheck, type Finding, okFinding, warnFinding } from './check';

export const lessonsCheck: DiagnosticCheck = {
  name: 'lessons',
  limitMs: 10 * 60_000,
  async run() {
    const client = await db();
    const lessons = await client.lesson.findMany({ select: { courseSlug: true, file: true }, orderBy: { id: 'asc' } });
    const unseen = config().mediaBucket
      ? 'they are in a bucket'
      : (await listMissingTools()).length > 0
        ? 'ffmpeg is not installed here'
        : null;
    const findings: Finding[] = [];
    const names = lessons.map(({ courseSlug, file }) => `${courseSlug}/${file}`).values();
    // Run two ffmpeg processes at once, which even a small machine can handle.
    await Promise.all(
      [1, 2].map(async () => {
        for (const lesson of names) {
          const fault = await findLessonFault(lesson, unseen === null);
          if (fault) findings.push(fault);
        }
      }),
    );
    if (findings.length > 0) return findings.toSorted((one, other) => (one.message < other.message ? -1 : 1));
    return [
      okFinding(
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
    const faults = await Promise.all(rows.map(async (row) => findAttachmentFault(row, await readStoredBytes(row))));
    const findings = faults.flatMap((fault) => (fault === null ? [] : [badFinding(fault)]));
    return findings.length > 0 ? findings : [okFinding(`${rows.length} attachments have their files`)];
  },
};

function findAttachmentFault(row: AttachmentRow, bytes: number | null): string | null {
  if (row.position !== null) return bytes === null ? `${deployedKey(row)} of ${row.lesson} is missing` : null;
  if (bytes === row.bytes) return null;
  const state = bytes === null ? 'is missing' : `has ${bytes} bytes, ${row.bytes} expected`;
  return `${row.fileName} of ${row.courseSlug}/${row.lesson} (attachments/${row.id}) ${state}: restore it from a backup`;
}

async function findLessonFault(lesson: string, isDecoded: boolean): Promise<Finding | null> {
  const unplayable = (why: string) => badFinding(`${lesson} cannot be played: ${why}`);
  const text = await readMedia(`${lesson}/lesson.json`);
  if (text === null) return unplayable('no lesson.json; run npm run media:ingest');
  const manifest = manifestSchema.safeParse(parseJsonOrNull(String(text)));
  if (!manifest.success) return unplayable('lesson.json is damaged; ingest it again');
  const { renditions, source, revision } = manifest.data;
  const videos = [source, ...renditions];
  for (const { file, bytes } of videos) {
    const size = (await findMedia([lesson, revision, file].filter(Boolean).join('/')))?.bytes;
    if (size !== bytes)
      return unplayable(size === undefined ? `${file} is missing` : `${file} has ${size} bytes, ${bytes} expected`);
  }
  if (!isDecoded) return null;
  const pathOf = (file: string) => join(/* turbopackIgnore: true */ config().mediaDir, lesson, revision ?? '', file);
  for (const { file, ...video } of videos) {
    const isSound = 'name' in video && video.name === 'audio';
    const problems = await listBeginningProblems(pathOf(file), isSound ? 'audio' : 'video');
    if (problems.length > 0) return unplayable(`the beginning of ${file} cannot be decoded; ${remedy}`);
  }
  for (const { file } of renditions.filter(({ name }) => name !== 'audio')) {
    const seconds = await measurePictureDelay(pathOf(file));
    if (seconds > stallSeconds) return unplayable(`${file} stops at each segment; ${remedy}`);
    if (seconds > lateSeconds)
      return warnFinding(`${lesson}: the picture of ${file} is ${seconds.toFixed(1)} s behind its sound; ${remedy}`);
  }
  return null;
}

const remedy = 'upload its video again, or run npm run media:ingest';

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
      const missing = await listMissingPictureFiles(id, width);
      if (missing.length > 0)
        findings.push(badFinding(`${name} (pictures/${id}) lacks ${missing.join(', ')}: restore them from a backup`));
    }
    return findings.length > 0 ? findings : [okFinding(`${rows.length} pictures have all their files`)];
  },
};
