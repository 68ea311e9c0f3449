import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Language } from '@/lib/language';
import { faultOf, isWorthRetrying, type VideoNotice } from './faults';
import { probeVideo } from './probe';
import { publishLesson } from './publish';
import { stepsFor, type Report } from './steps';
import { sweepWorkFolders, workFolder } from './work-folders';

export interface IngestRequest {
  source: string;
  mediaDir: string;
  course: string;
  lesson: string;
  captions: Partial<Record<Language, string>>;
  report: Report;
}

export interface IngestedLesson { folder: string; durationSeconds: number; /** What an editor should know of the video. */ notices: VideoNotice[] }

/** Steps that another way of encoding finished are not continued. */
const pipelineVersion = 2;
const damaged = 'damaged';

async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) await pipeline(createReadStream(file), async (chunks) => { for await (const chunk of chunks) hash.update(chunk as Buffer); });
  return `${pipelineVersion} ${hash.digest('hex')}`;
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
 * last finished step when started again with the same video; of a video that no lesson can be made of nothing stays.
 * @throws IngestError
 */
export async function ingestLesson({ source: file, mediaDir, course, lesson, captions, report }: IngestRequest): Promise<IngestedLesson> {
  const video = path.resolve(file);
  const work = workFolder(mediaDir, course, lesson);
  await sweepWorkFolders(mediaDir, new Date());
  const done = await resume(work, await fingerprint([video, ...Object.values(captions)]));
  const write = async (line: string) => {
    done.add(line);
    await writeFile(path.join(work, '.steps'), `${line}\n`, { flag: 'a' });
  };
  try {
    const source = await probeVideo(video);
    for (const step of stepsFor({ file: video, folder: work, captions, onDamage: () => write(damaged) }, source)) {
      if (!done.has(step.name)) {
        await step.run((share) => report(step.name, share));
        await write(step.name);
      }
      report(step.name, 1);
    }
    const notices: VideoNotice[] = [...source.notices, ...(done.has(damaged) && !source.notices.includes('recording-unfinished') ? ['parts-damaged' as const] : [])];
    return { folder: await publishLesson({ work, mediaDir, course, lesson }), durationSeconds: source.durationSeconds, notices };
  } catch (error) {
    if (!isWorthRetrying(faultOf(error))) await rm(work, { recursive: true, force: true });
    throw error;
  }
}
