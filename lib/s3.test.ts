import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BucketMock, startBucketMock } from '@/mocks/media-bucket';
import {
  deleteObject,
  fetchObject,
  listObjects,
  type MediaBucket,
  putFile,
  putObject,
  readObject,
  statObject,
} from './s3';

let mock: BucketMock;
let bucket: MediaBucket;

beforeEach(async () => {
  mock = await startBucketMock();
  bucket = mock.bucket;
});
afterEach(() => mock.close());

const put = (key: string, text: string) => putObject(bucket, key, Buffer.from(text), 'text/plain');

test('stores, measures, reads and deletes an object, whatever characters its name has [L7]', async () => {
  const key = "course/درس (1)!*'+ x.mp4/r1/480p.mp4";
  await put(key, 'a video');
  expect(await mock.listKeys()).toEqual([key]);
  expect(await statObject(bucket, key)).toMatchObject({ bytes: 7 });
  expect((await readObject(bucket, key))?.toString()).toBe('a video');
  await deleteObject(bucket, key);
  await deleteObject(bucket, key);
  expect([await statObject(bucket, key), await readObject(bucket, key)]).toEqual([null, null]);
});

test('sends a file in chunks with its length and type, and reads it in parts [L7]', async () => {
  const file = path.join(tmpdir(), `s3-${process.pid}.mp4`);
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
  await writeFile(file, bytes);
  await putFile(bucket, 'a.mp4', file, 'video/mp4');
  await rm(file);
  const whole = await fetchObject(bucket, { method: 'GET', key: 'a.mp4' });
  expect([
    whole.status,
    whole.headers.get('content-type'),
    Buffer.from(await whole.arrayBuffer()).equals(bytes),
  ]).toEqual([200, 'video/mp4', true]);
  const part = await fetchObject(bucket, { method: 'GET', key: 'a.mp4', headers: { range: 'bytes=100000-200000' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100000-200000/300000']);
  const chunks = (await Readable.fromWeb(part.body as Parameters<typeof Readable.fromWeb>[0]).toArray()) as Buffer[];
  expect(Buffer.concat(chunks).equals(bytes.subarray(100_000, 200_001))).toBe(true);
});

test('lists the objects under a prefix page by page, whatever characters their names have [N17]', async () => {
  const keys = Array.from({ length: 5 }, (_, index) => `attachments/${index}`);
  for (const key of [...keys, 'attachments/ملف & <b>.zip', 'attachment', 'course/a.mp4']) await mock.put(key, 'x');
  const pages: string[][] = [];
  for await (const page of listObjects(bucket, 'attachments/', 3)) pages.push(page.map(({ key }) => key));
  expect([pages.map(({ length }) => length), pages.flat()]).toEqual([
    [3, 3],
    [...keys, 'attachments/ملف & <b>.zip'],
  ]);
  expect(mock.requests.filter((request) => request.startsWith('GET'))).toHaveLength(2);
  await expect(listObjects({ ...bucket, key: 'wrong' }, 'a').next()).rejects.toThrow('403');
});

test('a wrong key, a missing bucket, a refusal and an unreachable server are errors, never an empty lesson [L7]', async () => {
  await put('a', 'x');
  await expect(readObject({ ...bucket, key: 'wrong' }, 'a')).rejects.toThrow('403');
  await expect(
    putObject({ ...bucket, url: `${bucket.url}-gone` }, 'a', Buffer.from('x'), 'text/plain'),
  ).rejects.toThrow('does not exist');
  mock.setFault('refuse');
  await expect(statObject(bucket, 'a')).rejects.toThrow('503');
  await expect(put('a', 'y')).rejects.toThrow('503');
  mock.setFault('down');
  await expect(readObject(bucket, 'a')).rejects.toThrow();
});
