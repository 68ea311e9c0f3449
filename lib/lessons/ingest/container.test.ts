import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putVideoTool } from '@/tests/support/content/video-tools';
import { runTool } from './container';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tool-'));
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('ffmpeg, which reads files of strangers, gets none of the secrets of the service [X50]', async () => {
  vi.stubEnv('AUTH_SECRET', 'secret-of-the-service');
  vi.stubEnv('DATABASE_URL', 'postgresql://site:password@localhost/site');
  await putVideoTool(folder, 'ffprobe', `env > '${folder}/seen'; exit 0`);
  await runTool('ffprobe', ['-version']);
  const names = (await readFile(join(folder, 'seen'), 'utf8')).match(/^\w+(?==)/gm);
  expect(names).toContain('PATH');
  expect(names).not.toContain('AUTH_SECRET');
  expect(names).not.toContain('DATABASE_URL');
});

test('a tool that hangs is ended, so that it does not block all later videos [X50]', async () => {
  await putVideoTool(folder, 'ffprobe', 'exec sleep 60');
  await expect(runTool('ffprobe', ['x'], { silenceMs: 200 })).rejects.toMatchObject({
    fault: 'encoding-failed',
    message: expect.stringContaining('SIGKILL'),
  });
}, 10_000);
