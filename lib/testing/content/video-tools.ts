import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../../scripts/environment/programs.mjs';

/** Found before a test puts its own first on the PATH. */
const installed = { ffmpeg: findProgram('ffmpeg') ?? 'ffmpeg', ffprobe: findProgram('ffprobe') ?? 'ffprobe' };

/** In CI a missing ffmpeg fails the tests that need it; elsewhere they are left out, with a line that says so. */
export const hasFfmpeg = Boolean(process.env.CI) || spawnSync(installed.ffmpeg, ['-version']).error === undefined;
if (!hasFfmpeg) process.stderr.write('ffmpeg is not installed: tests that make real videos are left out\n');

/** Runs ffmpeg on inputs and options as a shell would split them, into `file`. @returns its path */
export function makeClip(folder: string, file: string, options: string): string {
  const target = join(folder, file);
  const args = [...options.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  execFileSync(installed.ffmpeg, ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args, target], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return target;
}

/** A picture that moves and a tone, as small as tests need them. */
export const movingPicture = (seconds: number, size = '160x90', rate = '10'): string => `-f lavfi -i testsrc2=size=${size}:rate=${rate}:duration=${seconds}`;
export const tone = (seconds: number, hertz = 440): string => `-f lavfi -i sine=${hertz}:duration=${seconds}`;
export const quickCodecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac';

/**
 * Puts a tool into a folder that is first on the PATH: the lines of shell run before the real one, `$last` is its last argument.
 */
export async function putVideoTool(folder: string, tool: 'ffmpeg' | 'ffprobe', lines: string): Promise<void> {
  const path = join(folder, tool);
  await writeFile(path, `#!/bin/sh\nfor last; do :; done\n${lines}\nexec ${installed[tool]} "$@"\n`);
  await chmod(path, 0o755);
}

/** Appends the name of each file that ffmpeg makes to `log`. */
export const logging = (log: string): string => `[ "$last" = - ] || basename "$last" >> '${log}'`;
