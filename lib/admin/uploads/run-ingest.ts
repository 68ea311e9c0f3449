import 'server-only';
import { spawn } from 'node:child_process';
import { access, constants, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { ingestFaults, videoNotices, type IngestFault, type VideoNotice } from '@/lib/video/ingest/faults';

export type Ingested = { kind: 'published'; durationSeconds: number; notices: VideoNotice[] } | { kind: 'failed'; fault: IngestFault; /** For the log alone. */ detail: string } | { kind: 'stopped' };

const line = z.union([
  z.object({ step: z.string(), share: z.number() }),
  z.object({ published: z.string(), durationSeconds: z.number(), notices: z.array(z.enum(videoNotices)) }),
  z.object({ failed: z.enum(ingestFaults), detail: z.string() }),
]);

interface Work { video: string; course: string; lesson: string; mediaDir: string; stopping: AbortSignal; onProgress: (step: string, share: number) => void }

const reportEveryMs = 1000;

/**
 * `npm run media:ingest` as a child process, so that encoding does not block the service. The child and its ffmpeg form
 * one process group: both end when the service stops, or, as the child's standard input closes then, when it dies.
 */
export async function runIngest({ video, course, lesson, mediaDir, stopping, onProgress }: Work): Promise<Ingested> {
  const args = ['--import', 'tsx', '--conditions=react-server', 'scripts/media-ingest.ts', video, '--course', course, '--lesson', lesson, '--media-dir', mediaDir, '--json'];
  // The machine's own folder for temporary files may not be writable, or may be small.
  const temporary = join(config().dataDir, 'tmp');
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, env: { ...process.env, TMPDIR: temporary } });
    const stop = () => end(child.pid);
    stopping.addEventListener('abort', stop, { once: true });
    let outcome: Ingested | null = null;
    let complaint = '';
    let reportedAtMs = 0;
    createInterface({ input: child.stdout }).on('line', (text) => {
      const said = line.safeParse(parse(text)).data;
      if (!said) return;
      if ('published' in said) outcome = { kind: 'published', durationSeconds: said.durationSeconds, notices: said.notices };
      else if ('failed' in said) outcome = { kind: 'failed', fault: said.failed, detail: said.detail };
      else if (said.share === 1 || Date.now() - reportedAtMs > reportEveryMs) {
        reportedAtMs = Date.now();
        onProgress(said.step, said.share);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => { complaint = (complaint + text).slice(-2000); });
    child.on('error', (error) => { outcome = { kind: 'failed', fault: 'ingest-failed', detail: error.message }; });
    child.on('close', () => {
      stopping.removeEventListener('abort', stop);
      if (outcome?.kind === 'published') done(outcome);
      else if (stopping.aborted) done({ kind: 'stopped' });
      else done(outcome ?? { kind: 'failed', fault: 'ingest-failed', detail: complaint.trim() || 'no message' });
    });
    if (stopping.aborted) stop();
  });
}

function end(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It ended by itself in this moment.
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The programs this machine lacks to make a lesson from a video; shown before the upload. */
export async function missingTools(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const isHere = async (tool: string) => (await Promise.all(folders.map((folder) => access(join(folder, tool), constants.X_OK).then(() => true, () => false)))).includes(true);
  const tools = ['ffmpeg', 'ffprobe'];
  const here = await Promise.all(tools.map(isHere));
  return tools.filter((_, index) => !here[index]);
}
