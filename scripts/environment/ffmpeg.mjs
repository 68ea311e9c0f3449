import { spawnSync } from 'node:child_process';
import { findProgram } from './programs.mjs';

const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends ffmpeg';

/** Finds an installed ffmpeg, or installs the system's package, which needs root. */
export function findFfmpeg() {
  const findFfmpegTools = () => findProgram('ffprobe') && findProgram('ffmpeg');
  if (!findFfmpegTools() && process.getuid?.() === 0) {
    console.log("ffmpeg: not installed, trying the system's package");
    spawnSync('sh', ['-c', install], {
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const path = findFfmpegTools();
  if (!path) throw new Error('No ffmpeg: install the system\'s package "ffmpeg"');
  console.log(`ffmpeg: ${path}`);
  return path;
}
