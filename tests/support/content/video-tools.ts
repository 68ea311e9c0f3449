import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../../scripts/environment/programs.mjs';

/** Found at load, before a test puts a fake tool on the PATH. */
const installed = { ffmpeg: findProgram('ffmpeg') ?? 'ffmpeg', ffprobe: findProgram('ffprobe') ?? 'ffprobe' };

/** True in CI even without ffmpeg, so that its tests fail there. Elsewhere they are skipped. */
export const hasFfmpeg = Boolean(process.env.CI) || spawnSync(installed.ffmpeg, ['-version']).error === undefined;
if (!hasFfmpeg) process.stderr.write('ffmpeg is not installed: tests that make real videos are left out\n');

/** @param options ffmpeg's options in shell syntax @returns the video's path */
export function makeClip(folder: string, file: string, options: string): string {
  const target = join(folder, file);
  const args = [...options.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  execFileSync(installed.ffmpeg, ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args, target], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return target;
}

export const buildPictureInput = (seconds: number, size = '160x90', rate = '10'): string =>
  `-f lavfi -i testsrc2=size=${size}:rate=${rate}:duration=${seconds}`;
export const buildToneInput = (seconds: number, hertz = 440): string => `-f lavfi -i sine=${hertz}:duration=${seconds}`;
export const quickCodecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac';

/** Puts a wrapper first on the PATH that runs `lines` before the real tool. `$last` is the tool's last argument. */
export async function putVideoTool(folder: string, tool: 'ffmpeg' | 'ffprobe', lines: string): Promise<void> {
  const path = join(folder, tool);
  await writeFile(path, `#!/bin/sh\nfor last; do :; done\n${lines}\nexec ${installed[tool]} "$@"\n`);
  await chmod(path, 0o755);
}

export const logCommand = (log: string): string => `[ "$last" = - ] || basename "$last" >> '${log}'`;
