import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { manifestSchema } from '@/lib/lessons/manifest';
import { findVideoFiles, keyOf, readMedia } from '@/lib/lessons/video-files';
import { startBucketMock } from '@/mocks/media-bucket';
import {
  buildPictureInput,
  buildToneInput,
  hasFfmpeg,
  logCommand,
  makeClip,
  putVideoTool,
  quickCodecs,
} from '@/tests/support/content/video-tools';
import { ingestLesson, type Report, sweepWorkFolders } from './ingest';

let folder: string;
const getMediaFolder = () => path.join(folder, 'media');
const getTargetFolder = () => path.join(getMediaFolder(), 'course', '01-welcome.mp4');
const listEncoded = async () => (await readFile(path.join(folder, 'log'), 'utf8').catch(() => '')).trim().split('\n');
const makeVideo = (hertz: number, size = '64x36') =>
  makeClip(folder, 'video.mov', `${buildPictureInput(2, size)} ${buildToneInput(2, hertz)} ${quickCodecs}`);
const failAt = (file: string) =>
  putVideoTool(
    path.join(folder, 'bin'),
    'ffmpeg',
    `${logCommand(path.join(folder, 'log'))}\n[ "$(basename "$last")" = '${file}' ] && { echo 'broken pipe' >&2; exit 1; }`,
  );

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ingest-'));
  await mkdir(path.join(folder, 'bin'));
  await failAt('');
  await writeFile(path.join(folder, 'ar.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\nأهلًا\n');
  vi.stubEnv('PATH', `${path.join(folder, 'bin')}:${process.env.PATH}`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const ingest = (report: Report = () => undefined) =>
  ingestLesson({
    source: path.join(folder, 'video.mov'),
    mediaDir: getMediaFolder(),
    course: 'course',
    lesson: '01-welcome.mp4',
    captions: { ar: path.join(folder, 'ar.vtt') },
    report,
  });

describe.runIf(hasFfmpeg)('with ffmpeg', { timeout: 600_000 }, () => {
  test('makes renditions up to the size of the video, an audio rendition, a plain file, images and a manifest [L7]', async () => {
    makeVideo(440, '640x360');
    const heard = new Map<string, number>();
    await ingest((step, share) => {
      heard.set(step, share);
    });
    const manifest = manifestSchema.parse(
      JSON.parse(await readFile(path.join(getTargetFolder(), 'lesson.json'), 'utf8')),
    );
    expect(manifest.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['240p', 426, 240],
      ['360p', 640, 360],
      ['audio', 0, 0],
    ]);
    expect(manifest.renditions[0]?.codecs).toMatch(/^avc1\.4d40..,mp4a\.40\.2$/);
    expect((await readdir(getTargetFolder())).sort()).toEqual([
      '240p.m3u8',
      '240p.mp4',
      '360p.m3u8',
      '360p.mp4',
      'audio.m3u8',
      'audio.mp4',
      'captions.ar.vtt',
      'lesson.json',
      'poster.webp',
      'thumbnails.webp',
      'video.mp4',
    ]);
    expect([...heard.values()].every((share) => share === 1)).toBe(true);
  });

  test('publishes nothing when it is stopped half-way, and only runs the missing steps when started again [L7]', async () => {
    makeVideo(440);
    await failAt('video.mp4');
    await expect(ingest()).rejects.toMatchObject({
      fault: 'encoding-failed',
      message: expect.stringContaining('broken pipe'),
    });
    expect(await readdir(getMediaFolder())).toEqual(['.ingest']);
    await failAt('');
    await ingest();
    expect((await listEncoded()).filter((name) => name === '240p.m3u8')).toHaveLength(1);
    expect(await readdir(getTargetFolder())).toContain('lesson.json');
  });

  test('a new video under the same name replaces the whole lesson, in a folder of its own [L7]', async () => {
    makeVideo(440);
    await ingest();
    await writeFile(path.join(getTargetFolder(), 'left-over.txt'), 'old');
    const revisions = new Set<string | undefined>();
    for (const hertz of [500, 600]) {
      makeVideo(hertz);
      await ingest();
      const { revision } = manifestSchema.parse(
        JSON.parse(await readFile(path.join(getTargetFolder(), 'lesson.json'), 'utf8')),
      );
      expect(await readdir(getTargetFolder())).toEqual(['lesson.json', revision]);
      expect(await readFile(path.join(getTargetFolder(), revision!, '240p.m3u8'), 'utf8')).toContain('#EXTM3U');
      revisions.add(revision);
    }
    expect(revisions.size, 'no piece of one video can be taken for one of another').toBe(2);
    expect(await readdir(path.join(getMediaFolder(), '.ingest'))).toEqual([]);
  });

  test('does not publish a lesson with broken captions [L9]', async () => {
    makeVideo(440);
    await writeFile(path.join(folder, 'ar.vtt'), 'WEBVTT\n\n00:00.000 --> 00:09.000\nطويل\n');
    await expect(ingest()).rejects.toMatchObject({
      fault: 'captions-wrong',
      message: expect.stringContaining('ar.vtt'),
    });
    expect(await listEncoded()).toEqual(['']);
  });

  test('publishes into a bucket by writing the manifest last; an earlier failure leaves the old lesson unchanged [L7]', async () => {
    const mock = await startBucketMock();
    for (const [name, value] of Object.entries(mock.env)) vi.stubEnv(name, value);
    resetConfig();
    try {
      makeVideo(440);
      expect((await ingest()).folder).toBe(`${mock.bucket.url}/course/01-welcome.mp4`);
      const keys = await mock.listKeys();
      expect(mock.requests.at(-1)).toBe('PUT course/01-welcome.mp4/lesson.json');
      const first = (await findVideoFiles('course', '01-welcome.mp4'))!;
      expect(first.folder).toMatch(/^course\/01-welcome\.mp4\/r\w+$/);
      expect(String(await readMedia(keyOf(first, '240p.m3u8')))).toContain('#EXTM3U');

      makeVideo(500);
      mock.failPutsOf('thumbnails.webp');
      await expect(ingest()).rejects.toMatchObject({
        fault: 'storage-unreachable',
        message: expect.stringContaining('answered 503'),
      });
      expect(await mock.listKeys()).toEqual(expect.arrayContaining(keys));
      mock.failPutsOf(null);
      const encodings = (await listEncoded()).length;
      await ingest();
      expect((await listEncoded()).length, 'nothing is encoded twice').toBe(encodings);
      const stored = await mock.listKeys();
      expect(stored.filter((key) => key.startsWith(first.folder))).toEqual([]);
      expect(stored).toContain('course/01-welcome.mp4/lesson.json');
    } finally {
      vi.unstubAllEnvs();
      resetConfig();
      await mock.close();
    }
  });

  test('removes the files of an unusable video, and sweeps abandoned work folders [L10]', async () => {
    const left = path.join(getMediaFolder(), '.ingest', 'course~killed.mp4');
    const young = path.join(getMediaFolder(), '.ingest', 'course~running.mp4');
    for (const each of [left, young]) {
      await mkdir(each, { recursive: true });
      await writeFile(path.join(each, '.steps'), 'x');
    }
    const long = new Date(Date.now() - 25 * 3600_000);
    for (const each of [path.join(left, '.steps'), left]) await utimes(each, long, long);
    await writeFile(path.join(folder, 'video.mov'), 'only text');
    await expect(ingest()).rejects.toMatchObject({ fault: 'not-a-video' });
    expect(await readdir(path.join(getMediaFolder(), '.ingest'))).toEqual(['course~running.mp4']);
    expect(await sweepWorkFolders(getMediaFolder(), new Date(Date.now() + 25 * 3600_000))).toEqual({ count: 1 });
    expect(await readdir(path.join(getMediaFolder(), '.ingest'))).toEqual([]);
  });
});

test('says that ffmpeg is missing [L7]', async () => {
  await writeFile(path.join(folder, 'video.mov'), 'a video');
  vi.stubEnv('PATH', folder);
  await expect(ingest()).rejects.toMatchObject({ fault: 'no-ffmpeg' });
});
