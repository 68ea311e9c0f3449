import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { config } from '@/lib/config/config';
import type { Language } from '@/lib/language';
import type { Manifest } from '@/lib/lessons/manifest';
import { findVideoFiles, keyOf, pathOnDisk, type VideoFiles } from '@/lib/lessons/video-files';
import { Problem, unavailable } from '@/lib/problem';
import { deleteObject, putObject } from '@/lib/s3';
import { writeFileAtomically } from '@/lib/write-file';
import { type CaptionFault, captionFaults, type CaptionsChange, type CaptionsFile } from './captions-check';
import { srtToVtt } from './srt';

export interface CaptionFileFault {
  lang: Language;
  name: string;
  line: number;
  fault: CaptionFault;
}

const replacementFiles = (change: CaptionsChange) =>
  (Object.entries(change) as [Language, CaptionsFile | null][]).flatMap(([lang, file]) =>
    file ? [{ lang, ...file }] : [],
  );

export const captionFaultsIn = (change: CaptionsChange, durationSeconds?: number): CaptionFileFault[] =>
  replacementFiles(change).flatMap(({ lang, name, text }) =>
    captionFaults(text, durationSeconds).map((found) => ({ lang, name, ...found })),
  );

export async function listCaptionLanguages(courseSlug: string, lesson: string): Promise<Language[]> {
  return (await findVideoFiles(courseSlug, lesson))?.manifest?.captions.map(({ lang }) => lang) ?? [];
}

/**
 * Writes each file completely before the manifest names it. @returns faults; if there are any, nothing has changed
 * @throws Problem 409 `no-lesson-folder` for a plain file or a missing video, 409 `media-read-only`, 503 `storage-full`
 */
export async function changeCaptions(
  courseSlug: string,
  lesson: string,
  change: CaptionsChange,
): Promise<CaptionFileFault[]> {
  if (Object.keys(change).length === 0) return [];
  const files = await findVideoFiles(courseSlug, lesson, true);
  if (!files?.manifest) throw new Problem(409, 'no-lesson-folder');
  const faults = captionFaultsIn(change, files.manifest.durationSeconds);
  if (faults.length > 0) return faults;
  // Name each file by its content, because browsers cache by name.
  const newFiles = replacementFiles(change).map(({ lang, text: sent }) => {
    const text = srtToVtt(sent) ?? sent;
    return { lang, text, file: `captions.${lang}.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.vtt` };
  });
  for (const { file, text } of newFiles) await writeCaptionsFile(keyOf(files, file), text, 'text/vtt; charset=utf-8');
  const before = files.manifest.captions;
  const unchanged = before.filter(({ lang }) => change[lang] === undefined);
  const captions: Manifest['captions'] = [...unchanged, ...newFiles.map(({ lang, file }) => ({ lang, file }))].sort(
    (one, other) => (one.lang < other.lang ? -1 : 1),
  );
  await writeCaptionsFile(
    `${courseSlug}/${lesson}/lesson.json`,
    `${JSON.stringify({ ...files.manifest, captions }, null, 2)}\n`,
    'application/json',
  );
  await removeCaptionsFiles(
    files,
    before.map(({ file }) => file).filter((file) => !captions.some((each) => each.file === file)),
  );
  return [];
}

async function writeCaptionsFile(key: string, text: string, type: string): Promise<void> {
  const { mediaBucket } = config();
  const body = Buffer.from(text);
  if (mediaBucket) return putObject(mediaBucket, key, body, type);
  try {
    await writeFileAtomically(pathOnDisk(key), body);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw unavailable('storage-full', 60);
    if (['EACCES', 'EROFS'].includes(code)) throw new Problem(409, 'media-read-only');
    throw error;
  }
}

async function removeCaptionsFiles(files: VideoFiles, names: string[]): Promise<void> {
  const { mediaBucket } = config();
  for (const name of names)
    await (mediaBucket
      ? deleteObject(mediaBucket, keyOf(files, name))
      : rm(pathOnDisk(keyOf(files, name)), { force: true }));
}
