import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const root = (mediaDir: string) => path.resolve(mediaDir, '.ingest');

/** Where a lesson's files are made before they are published. */
export const workFolder = (mediaDir: string, course: string, lesson: string): string => path.join(root(mediaDir), `${course}~${lesson}`);

export const removeWorkFolder = (mediaDir: string, course: string, lesson: string): Promise<void> =>
  rm(workFolder(mediaDir, course, lesson), { recursive: true, force: true });

/** Nothing was written for so long: the attempt was given up, or its process killed. An hour of video takes hours. */
const abandonedAfterMs = 24 * 3600_000;

async function lastWrite(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all([folder, ...names.map((name) => path.join(folder, name))].map((each) => stat(each).then(({ mtimeMs }) => mtimeMs, () => 0)));
  return Math.max(...times);
}

/** Deletes what attempts left that were given up or killed. @returns how many */
export async function sweepWorkFolders(mediaDir: string, now: Date): Promise<{ count: number }> {
  const names = await readdir(root(mediaDir)).catch(() => []);
  let count = 0;
  for (const name of names) {
    const folder = path.join(root(mediaDir), name);
    if (now.getTime() - (await lastWrite(folder)) < abandonedAfterMs) continue;
    await rm(folder, { recursive: true, force: true });
    count += 1;
  }
  return { count };
}
