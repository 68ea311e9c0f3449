import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Language } from '@/lib/language';
import { probeVideo } from './ffmpeg';
import { publishLesson } from './publish';
import { stepsFor, type Report } from './steps';

export interface IngestRequest {
  source: string;
  mediaDir: string;
  course: string;
  lesson: string;
  captions: Partial<Record<Language, string>>;
  report: Report;
}

export interface IngestedLesson { folder: string; durationSeconds: number }

async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) await pipeline(createReadStream(file), async (chunks) => { for await (const chunk of chunks) hash.update(chunk as Buffer); });
  return hash.digest('hex');
}

/** Finished steps of an earlier run on the very same files; anything else begins afresh. */
async function resume(folder: string, print: string): Promise<Set<string>> {
  const journal = path.join(folder, '.steps');
  const [head, ...done] = await readFile(journal, 'utf8').then((text) => text.trim().split('\n'), () => ['']);
  if (head === print) return new Set(done);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(journal, `${print}\n`);
  return new Set();
}

/**
 * Makes a lesson's files in `MEDIA_DIR/.ingest` and publishes them when all are whole. Stopped half-way it continues after its
 * last finished step when started again with the same video.
 */
export async function ingestLesson({ source, mediaDir, course, lesson, captions, report }: IngestRequest): Promise<IngestedLesson> {
  const video = path.resolve(source);
  const work = path.resolve(mediaDir, '.ingest', `${course}~${lesson}`);
  const done = await resume(work, await fingerprint([video, ...Object.values(captions)]));
  const probe = await probeVideo(video);
  for (const step of stepsFor({ source: video, folder: work, captions }, probe)) {
    if (!done.has(step.name)) {
      await step.run((share) => report(step.name, share));
      await writeFile(path.join(work, '.steps'), `${step.name}\n`, { flag: 'a' });
    }
    report(step.name, 1);
  }
  return { folder: await publishLesson({ work, mediaDir, course, lesson }), durationSeconds: probe.durationSeconds };
}
