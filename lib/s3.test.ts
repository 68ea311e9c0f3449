import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startS3Mock, type S3Mock } from '../mocks/s3/server';
import { deleteObject, putObject, readObject, signatureHeaders, statObject, type MediaBucket } from './s3';

let mock: S3Mock;
let bucket: MediaBucket;

beforeEach(async () => {
  mock = await startS3Mock();
  bucket = { url: mock.url, key: mock.env.MEDIA_S3_KEY!, secret: mock.env.MEDIA_S3_SECRET!, region: mock.env.MEDIA_S3_REGION! };
});
afterEach(() => mock.close());

const put = (key: string, text: string) => putObject(bucket, key, Readable.from([Buffer.from(text)]), Buffer.byteLength(text), 'text/plain');

test('L7 the signature is the one that Amazon publishes for its example', () => {
  const example = { url: 'https://examplebucket.s3.amazonaws.com', key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' };
  const headers = {
    host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9', 'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  };
  const { authorization } = signatureHeaders(example, { method: 'GET', path: '/test.txt', headers, now: new Date('2013-05-24T00:00:00Z') });
  expect(authorization).toContain('SignedHeaders=host;range;x-amz-content-sha256;x-amz-date');
  expect(authorization).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

test('L7 an object is put, measured, read and deleted, whatever letters its name has', async () => {
  const key = 'course/درس (1)!*\'.mp4/r1/480p.mp4';
  await put(key, 'a film');
  expect(mock.objects.get(key)?.body.toString()).toBe('a film');
  expect(await statObject(bucket, key)).toMatchObject({ bytes: 6 });
  expect((await readObject(bucket, key))?.toString()).toBe('a film');
  await deleteObject(bucket, key);
  await deleteObject(bucket, key);
  expect([await statObject(bucket, key), await readObject(bucket, key)]).toEqual([null, null]);
});

test('L7 a wrong secret, a refusal and a dead server are errors, never an empty lesson', async () => {
  await put('a', 'x');
  await expect(readObject({ ...bucket, secret: 'wrong' }, 'a')).rejects.toThrow('403');
  mock.setFault('refuse');
  await expect(statObject(bucket, 'a')).rejects.toThrow('503');
  await expect(put('a', 'y')).rejects.toThrow('503');
  mock.setFault('down');
  await expect(readObject(bucket, 'a')).rejects.toThrow();
});
