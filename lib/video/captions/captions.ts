import 'server-only';
import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { config } from '@/lib/config/config';
import type { Language } from '@/lib/language';
import { deleteObject, putObject } from '@/lib/s3';
import { Problem, unavailable } from '@/lib/problem';
import { captionFaults, type CaptionFault } from './captions-check';
import type { CaptionsChange, CaptionsFile } from './captions-schema';
import { findVideoFiles, keyOf, type VideoFiles } from '@/lib/video/files/video-files';
import type { Manifest } from '@/lib/video/files/manifest';

export interface FoundCaptionFault { lang: Language; name: string; line: number; fault: CaptionFault }

const given = (change: CaptionsChange) => (Object.entries(change) as [Language, CaptionsFile | null][]).flatMap(([lang, file]) => (file ? [{ lang, ...file }] : []));

export const faultsIn = (change: CaptionsChange, durationSeconds?: number): FoundCaptionFault[] =>
  given(change).flatMap(({ lang, name, text }) => captionFaults(text, durationSeconds).map((found) => ({ lang, name, ...found })));

/** The languages a lesson has captions in. */
export async function captionLanguages(courseSlug: string, lesson: string): Promise<Language[]> {
  return (await findVideoFiles(courseSlug, lesson))?.manifest?.captions.map(({ lang }) => lang) ?? [];
}

/**
 * Replaces a lesson's captions; the video and who is watching it are not disturbed. All files are whole before the
 * manifest names one.
 * @returns what is wrong with them; then nothing has changed
 * @throws Problem 409 `no-lesson-folder` for a lesson that is one plain file or has no video, `media-read-only`, 503 `storage-full`
 */
export async function changeCaptions(courseSlug: string, lesson: string, change: CaptionsChange): Promise<FoundCaptionFault[]> {
  if (Object.keys(change).length === 0) return [];
  const files = await findVideoFiles(courseSlug, lesson, true);
  if (!files?.manifest) throw new Problem(409, 'no-lesson-folder');
  const found = faultsIn(change, files.manifest.durationSeconds);
  if (found.length > 0) return found;
  // Named by their content: browsers cache by name.
  const written = given(change).map(({ lang, text }) => ({ lang, text, file: `captions.${lang}.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.vtt` }));
  for (const { file, text } of written) await write(keyOf(files, file), text, 'text/vtt; charset=utf-8');
  const before = files.manifest.captions;
  const unchanged = before.filter(({ lang }) => change[lang] === undefined);
  const captions: Manifest['captions'] = [...unchanged, ...written.map(({ lang, file }) => ({ lang, file }))].sort((one, other) => (one.lang < other.lang ? -1 : 1));
  await write(`${courseSlug}/${lesson}/lesson.json`, `${JSON.stringify({ ...files.manifest, captions }, null, 2)}\n`, 'application/json');
  await removeAll(files, before.map(({ file }) => file).filter((file) => !captions.some((each) => each.file === file)));
  return [];
}

const onDisk = (key: string) => path.join(/* turbopackIgnore: true */ config().mediaDir, ...key.split('/'));

/** Whole or not at all. */
async function write(key: string, text: string, type: string): Promise<void> {
  const { mediaBucket } = config();
  const body = Buffer.from(text);
  if (mediaBucket) return putObject(mediaBucket, key, body, type);
  try {
    await writeFile(`${onDisk(key)}.new`, body);
    await rename(`${onDisk(key)}.new`, onDisk(key));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw unavailable('storage-full', 60);
    if (['EACCES', 'EROFS'].includes(code)) throw new Problem(409, 'media-read-only');
    throw error;
  }
}

async function removeAll(files: VideoFiles, names: string[]): Promise<void> {
  const { mediaBucket } = config();
  for (const name of names) await (mediaBucket ? deleteObject(mediaBucket, keyOf(files, name)) : rm(onDisk(keyOf(files, name)), { force: true }));
}
