import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetConfig } from '@/lib/config/config';
import { findVideoFiles, keyOf } from '@/lib/video/files/video-files';
import { manifestSchema } from '@/lib/video/files/manifest';
import { readMedia } from '@/lib/video/files/media-store';
import { startBucketMock } from '../../../mocks/media-bucket';
import { ingestLesson } from './ingest';
import type { Report } from './steps';

// A stand-in for ffmpeg on the PATH, so that the pipeline is proven where the real one is not installed.
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ffmpeg = `#!/usr/bin/env node
const fs = require('node:fs'); const target = process.argv.at(-1);
fs.appendFileSync(process.env.FAKE_LOG, require('node:path').basename(target) + '\\n');
if (process.env.FAKE_FAILS_AT && target.endsWith(process.env.FAKE_FAILS_AT)) { console.error('broken pipe'); process.exit(1); }
if (target.endsWith('.png')) fs.writeFileSync(target, Buffer.from('${pixel}', 'base64'));
else if (target.endsWith('.m3u8')) { fs.writeFileSync(target, '#EXTM3U\\n#EXTINF:2.0,\\n#EXT-X-BYTERANGE:100@5\\nx\\n#EXTINF:2.0,\\n#EXT-X-BYTERANGE:300@105\\nx\\n'); fs.writeFileSync(target.replace('m3u8', 'mp4'), 'x'.repeat(405)); }
else fs.writeFileSync(target, 'video');
console.log('out_time_us=2000000');
`;
const ffprobe = `#!/usr/bin/env node
console.log(JSON.stringify({ format: { duration: '4.0' }, streams: [
  { codec_type: 'video', width: 854, height: 480, avg_frame_rate: '25/1', profile: 'Main', level: 30 }, { codec_type: 'audio', bit_rate: '24000' }] }));
`;

let folder: string;
const media = () => path.join(folder, 'media');
const target = () => path.join(media(), 'course', '01-welcome.mp4');
const encoded = async () => (await readFile(path.join(folder, 'log'), 'utf8').catch(() => '')).trim().split('\n');

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ingest-'));
  await mkdir(path.join(folder, 'bin'));
  for (const [name, source] of [['ffmpeg', ffmpeg], ['ffprobe', ffprobe]] as const) {
    await writeFile(path.join(folder, 'bin', name), source);
    await chmod(path.join(folder, 'bin', name), 0o755);
  }
  await writeFile(path.join(folder, 'video.mov'), 'the video');
  await writeFile(path.join(folder, 'ar.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\nأهلًا\n');
  vi.stubEnv('PATH', `${path.join(folder, 'bin')}:${process.env.PATH}`);
  vi.stubEnv('FAKE_LOG', path.join(folder, 'log'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const ingest = (report: Report = () => undefined) => ingestLesson({
  source: path.join(folder, 'video.mov'), mediaDir: media(), course: 'course', lesson: '01-welcome.mp4', captions: { ar: path.join(folder, 'ar.vtt') }, report,
});

test('L7 a video becomes renditions no larger than itself, sound alone, a plain file, pictures and a manifest', async () => {
  const heard = new Map<string, number>();
  await ingest((step, share) => { heard.set(step, share); });
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(target(), 'lesson.json'), 'utf8')));
  expect(manifest.renditions.map((each) => each.name)).toEqual(['240p', '480p', 'audio']);
  expect(manifest.renditions[0]).toMatchObject({ bandwidth: 1200, averageBandwidth: 800, bytes: 405, codecs: 'avc1.4d401e,mp4a.40.2' });
  expect((await readdir(target())).sort()).toEqual(['240p.m3u8', '240p.mp4', '480p.m3u8', '480p.mp4', 'audio.m3u8', 'audio.mp4', 'captions.ar.vtt', 'lesson.json', 'poster.webp', 'thumbnails.webp', 'video.mp4']);
  expect([...heard.values()].every((share) => share === 1)).toBe(true);
});

test('L7 stopped half-way nothing is published, and started again only the missing steps are done', async () => {
  vi.stubEnv('FAKE_FAILS_AT', '480p.m3u8');
  await expect(ingest()).rejects.toThrow('ffmpeg failed (1): broken pipe');
  expect(await readdir(media())).toEqual(['.ingest']);
  vi.stubEnv('FAKE_FAILS_AT', '');
  await ingest();
  expect((await encoded()).filter((name) => name === '240p.m3u8')).toHaveLength(1);
  expect(await readdir(target())).toContain('lesson.json');
});

test('L7 another video under the same name begins afresh and takes the old one\'s place whole, in a folder of its own', async () => {
  await ingest();
  await writeFile(path.join(target(), 'left-over.txt'), 'old');
  const revisions = new Set<string | undefined>();
  for (const video of ['another video', 'a third video']) {
    await writeFile(path.join(folder, 'video.mov'), video);
    await ingest();
    const { revision } = manifestSchema.parse(JSON.parse(await readFile(path.join(target(), 'lesson.json'), 'utf8')));
    expect(await readdir(target())).toEqual(['lesson.json', revision]);
    expect(await readFile(path.join(target(), revision!, '480p.m3u8'), 'utf8')).toContain('#EXTM3U');
    revisions.add(revision);
  }
  expect(revisions.size, 'no piece of one video can be taken for one of another').toBe(2);
  expect(await readdir(path.join(media(), '.ingest'))).toEqual([]);
});

test('L9 a lesson with broken captions is not published', async () => {
  await writeFile(path.join(folder, 'ar.vtt'), 'WEBVTT\n\n00:00.000 --> 00:09.000\nطويل\n');
  await expect(ingest()).rejects.toThrow('captions.ar.vtt'.replace('captions.', ''));
  expect(await encoded()).toEqual(['']);
});

test('L7 without ffmpeg the message says what to install', async () => {
  vi.stubEnv('PATH', folder);
  await expect(ingest()).rejects.toThrow('is not installed; it comes with the system\'s package "ffmpeg"');
});

test('L7 into a bucket: the write of the manifest publishes, a failure before it leaves the old lesson whole, its files go last', async () => {
  const mock = await startBucketMock();
  for (const [name, value] of Object.entries(mock.env)) vi.stubEnv(name, value);
  forgetConfig();
  try {
    expect((await ingest()).folder).toBe(`${mock.bucket.url}/course/01-welcome.mp4`);
    const keys = await mock.keys();
    expect(mock.requests.at(-1)).toBe('PUT course/01-welcome.mp4/lesson.json');
    const first = (await findVideoFiles('course', '01-welcome.mp4'))!;
    expect(first.folder).toMatch(/^course\/01-welcome\.mp4\/r\w+$/);
    expect(String(await readMedia(keyOf(first, '480p.m3u8')))).toContain('#EXTM3U');

    await writeFile(path.join(folder, 'video.mov'), 'another video');
    mock.failPutsOf('thumbnails.webp');
    await expect(ingest()).rejects.toThrow('answered 503');
    expect(await mock.keys()).toEqual(expect.arrayContaining(keys));
    mock.failPutsOf(null);
    const encodings = (await encoded()).length;
    await ingest();
    expect((await encoded()).length, 'nothing is encoded twice').toBe(encodings);
    const stored = await mock.keys();
    expect(stored.filter((key) => key.startsWith(first.folder))).toEqual([]);
    expect(stored).toContain('course/01-welcome.mp4/lesson.json');
  } finally {
    vi.unstubAllEnvs();
    forgetConfig();
    await mock.close();
  }
});
