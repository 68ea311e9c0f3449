import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A tool that stands for ffmpeg or ffprobe, in a folder that is first on the PATH of the child. */
export async function putVideoTool(folder: string, tool: 'ffmpeg' | 'ffprobe', source: string): Promise<void> {
  const path = join(folder, tool);
  await writeFile(path, `#!/usr/bin/env node\n${source}`);
  await chmod(path, 0o755);
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Creates files of the right kinds at once, and appends their names to `log`. */
export const encoder = (log: string): string => `const fs = require('node:fs'); const target = process.argv.at(-1);
fs.appendFileSync('${log}', require('node:path').basename(target) + '\\n');
if (target.endsWith('.png')) fs.writeFileSync(target, Buffer.from('${pixel}', 'base64'));
else if (target.endsWith('.m3u8')) { fs.writeFileSync(target, '#EXTM3U\\n#EXTINF:2.0,\\n#EXT-X-BYTERANGE:100@5\\nx\\n#EXTINF:2.0,\\n#EXT-X-BYTERANGE:300@105\\nx\\n'); fs.writeFileSync(target.replace('m3u8', 'mp4'), 'x'.repeat(405)); }
else fs.writeFileSync(target, 'video');
console.log('out_time_us=2000000');`;

/** Every video has 4.4 seconds. */
export const prober = `console.log(JSON.stringify({ format: { duration: '4.4' }, streams: [
  { codec_type: 'video', width: 854, height: 480, avg_frame_rate: '25/1', profile: 'Main', level: 30 }, { codec_type: 'audio', bit_rate: '24000' }] }));`;
