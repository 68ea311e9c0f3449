import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import type { Manifest } from '@/lib/lessons/manifest';
import { findVideoFiles } from '@/lib/lessons/video-files';
import { type BucketMock, startBucketMock } from '@/mocks/media-bucket';
import { changeCaptions } from './captions';

let bucket: BucketMock;
const place = 'course/captioned.mp4';

async function publish(revision: string): Promise<void> {
  const manifest: Manifest = {
    version: 1,
    revision,
    durationSeconds: 30,
    source: { file: 'video.mp4', type: 'video/mp4', bytes: 4 },
    poster: 'poster.webp',
    renditions: [
      {
        name: '480p',
        width: 854,
        height: 480,
        bandwidth: 100,
        averageBandwidth: 90,
        bytes: 10,
        codecs: 'avc1.4d401e',
        frameRate: 25,
        file: '480p.mp4',
        playlist: '480p.m3u8',
      },
    ],
    thumbnails: { file: 'thumbnails.webp', everySeconds: 2, columns: 1, rows: 1, width: 160, height: 90 },
    captions: [],
  };
  await bucket.put(`${place}/lesson.json`, JSON.stringify(manifest));
}

beforeEach(async () => {
  bucket = await startBucketMock();
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value);
  resetConfig();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  resetConfig();
  await bucket.close();
});

test('saves captions as WebVTT in a bucket with the current video, not with the cached previous one [L9, O7]', async () => {
  await publish('r1');
  await findVideoFiles('course', 'captioned.mp4');
  await publish('r2');
  expect(
    await changeCaptions('course', 'captioned.mp4', {
      ar: { name: 'talk.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nكلام\n' },
    }),
  ).toEqual([]);
  const manifest = JSON.parse((await bucket.read(`${place}/lesson.json`))!) as Manifest;
  expect(manifest).toMatchObject({ revision: 'r2', captions: [{ lang: 'ar' }] });
  const file = `${place}/r2/${manifest.captions[0]!.file}`;
  expect(await bucket.read(file)).toBe('WEBVTT\n\n\n00:00:01.000 --> 00:00:02.000\nكلام\n');
  await changeCaptions('course', 'captioned.mp4', { ar: null });
  expect(await bucket.listKeys()).toEqual([`${place}/lesson.json`]);
});
