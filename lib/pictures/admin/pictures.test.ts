import type * as fileSystem from 'node:fs/promises';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as cache from '@/lib/cache/invalidate';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import * as pictureFiles from '@/lib/pictures/picture-files';
import { protectedPicture, readPictureFile } from '@/lib/pictures/picture-files';
import { describePicture } from '@/lib/pictures/pictures';
import { fetchObject } from '@/lib/s3';
import { type BucketMock, startBucketMock } from '@/mocks/media-bucket';
import { buildActor } from '@/tests/support/actors';
import {
  createAnimatedAvif,
  createAnimatedPng,
  createAnimation,
  createGifWithScript,
  createJpeg,
  createJpegWithPage,
  createPhotoWithPlace,
  createPixelBomb,
  createPng,
  createScriptWithSignature,
  createSvgWithScript,
  createTransparentPng,
} from '@/tests/support/content/picture-files';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { matchProblem } from '@/tests/support/problems';
import { addPicture, addPictures, hasPicturesToMake, makePictures, sweepPictureUploads } from './add-pictures';
import { listPictures, maxPictureBytes, pictureLabel, removePicture, requirePicture } from './pictures';

const disk = vi.hoisted(() => ({ full: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fileSystem>();
  const createFullDiskError = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return {
    ...real,
    writeFile: async (...all: Parameters<typeof real.writeFile>) => {
      if (disk.full) throw createFullDiskError();
      return real.writeFile(...all);
    },
  };
});

const admin = buildActor('admin');
const now = () => new Date();
const createSignal = () => new AbortController().signal;
let folder: string;

const listFiles = (id: string) => readdir(join(folder, 'pictures', id)).then((files) => files.toSorted());
const listUploads = () => readdir(join(folder, 'uploads')).catch(() => []);
const readBytes = (id: string, file: string) => readFile(join(folder, 'pictures', id, file));

async function addPictureOf(bytes: Uint8Array, name = 'photo.jpg') {
  const { id } = await addPicture(admin, { name, bytes });
  await makePictures(now(), createSignal());
  return requirePicture(admin, id);
}

beforeEach(async () => {
  await resetDatabase();
  folder = createFolder('DATA_DIR');
});
afterEach(() => {
  disk.full = false;
  vi.restoreAllMocks();
  removeFolder(folder);
});

describe('converting a picture', () => {
  it('makes AVIF and WebP in each width up to its own, and a placeholder, and deletes the upload [N7]', async () => {
    const changed = vi.spyOn(cache, 'invalidate');
    const { id, status } = await addPicture(admin, { name: 'photo.jpg', bytes: await createJpeg(1000, 500) });
    expect(status).toBe('waiting');
    expect(await hasPicturesToMake(now())).toBe(true);
    expect(await listUploads()).toEqual([`picture-${id}`]);
    await makePictures(now(), createSignal());
    expect(await requirePicture(admin, id)).toMatchObject({
      status: 'ready',
      width: 1000,
      height: 500,
      usable: false,
      address: `/assets/pictures/${id}/1000.webp`,
      thumbnail: `/assets/pictures/${id}/320.webp`,
    });
    expect(await listFiles(id)).toEqual([
      '1000.avif',
      '1000.webp',
      '320.avif',
      '320.webp',
      '640.avif',
      '640.webp',
      '960.avif',
      '960.webp',
    ]);
    expect(await sharp(await readBytes(id, '640.avif')).metadata()).toMatchObject({
      format: 'heif',
      width: 640,
      height: 320,
    });
    expect((await describePicture(id))?.placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]{20,400}$/);
    expect(await listUploads()).toEqual([]);
    expect(await hasPicturesToMake(now())).toBe(false);
    expect(changed).toHaveBeenCalledWith('pictures');
  });

  it('removes location and camera data, and applies the camera’s orientation [N7]', async () => {
    const photo = await createPhotoWithPlace();
    expect((await sharp(photo).metadata()).exif?.includes('SecretCamera')).toBe(true);
    const { id, width, height } = await addPictureOf(photo);
    expect([width, height]).toEqual([1200, 1600]);
    for (const file of await listFiles(id)) {
      const bytes = await readBytes(id, file);
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, icc, xmp, iptc, orientation: orientation ?? 1 }, file).toEqual({
        exif: undefined,
        icc: undefined,
        xmp: undefined,
        iptc: undefined,
        orientation: 1,
      });
      expect(bytes.includes('SecretCamera') || bytes.includes('Exif'), file).toBe(false);
    }
  });

  it('a transparent picture has no placeholder; an animation is animated in WebP and still in AVIF [N7]', async () => {
    expect((await describePicture((await addPictureOf(await createTransparentPng())).id))?.placeholder).toBeNull();
    const { id, frames } = await addPictureOf(await createAnimation(5));
    expect(frames).toBe(5);
    expect((await sharp(await readBytes(id, '48.webp'), { pages: -1 }).metadata()).pages).toBe(5);
    expect((await sharp(await readBytes(id, '48.avif')).metadata()).pages ?? 1).toBe(1);
  });

  it('uploading the same file again returns the same picture, even at the same time [N7]', async () => {
    const bytes = await createJpeg();
    const both = await Promise.all([
      addPicture(admin, { name: 'a.jpg', bytes }),
      addPicture(admin, { name: 'b.jpg', bytes }),
    ]);
    expect(both[0].id).toBe(both[1].id);
    expect((await addPicture(admin, { name: 'c.jpg', bytes })).id).toBe(both[0].id);
    expect(await listUploads()).toEqual([`picture-${both[0].id}`]);
  });

  it('resumes work that a stop of the service interrupted, but gives up on a file that ended the process three times [N7]', async () => {
    const { id } = await addPicture(admin, { name: 'x.png', bytes: await createPng() });
    const client = await db();
    await client.picture.update({ where: { id }, data: { attempts: 2 } });
    await makePictures(now(), createSignal());
    expect((await requirePicture(admin, id)).status).toBe('ready');
    const other = await addPicture(admin, { name: 'y.png', bytes: await createPng(300, 300) });
    await client.picture.update({ where: { id: other.id }, data: { attempts: 3 } });
    await makePictures(now(), createSignal());
    expect(await requirePicture(admin, other.id)).toMatchObject({
      status: 'failed',
      error: 'unreadable',
      address: null,
      usable: false,
    });
    expect((await addPicture(admin, { name: 'y.png', bytes: await createPng(300, 300) })).status).toBe('waiting');
  });
});

it('a picture stays and is made again if the database is lost while its result is written [N7, R03]', async () => {
  const { id } = await addPicture(admin, { name: 'x.png', bytes: await createPng() });
  const writing = vi.spyOn(pictureFiles, 'publishPicture').mockRejectedValueOnce(new Error('Connection terminated'));
  await expect(makePictures(now(), createSignal())).rejects.toThrow('Connection terminated');
  expect((await requirePicture(admin, id)).status).toBe('waiting');
  await makePictures(now(), createSignal());
  writing.mockRestore();
  expect((await requirePicture(admin, id)).status).toBe('ready');
});

it('leaves no files of a picture that an editor deletes while they are made [N7]', async () => {
  const { id } = await addPicture(admin, { name: 'x.png', bytes: await createPng() });
  const { publishPicture } = pictureFiles;
  vi.spyOn(pictureFiles, 'publishPicture').mockImplementationOnce(async (...all) => {
    await removePicture(admin, id);
    await publishPicture(...all);
  });
  await makePictures(now(), createSignal());
  expect([await readdir(join(folder, 'pictures')), await listUploads()]).toEqual([[], []]);
  await expect(requirePicture(admin, id)).rejects.toEqual(matchProblem(404, 'not-found'));
});

describe('animations', () => {
  it('keeps animated GIF and WebP, and accepts a PNG with one frame and a still AVIF [N7]', async () => {
    for (const format of ['gif', 'webp'] as const)
      expect((await addPicture(admin, { name: 'a', bytes: await createAnimation(4, format) })).frames, format).toBe(4);
    expect((await addPicture(admin, { name: 'a.png', bytes: await createAnimatedPng(1) })).frames).toBe(1);
    const still = await sharp(await createJpeg(60, 40))
      .avif()
      .toBuffer();
    expect((await addPicture(admin, { name: 'a.avif', bytes: still })).frames).toBe(1);
  });

  it('explains in the editor’s language what to do with an animation that would lose its motion [N7]', async () => {
    const file = new File([new Uint8Array(await createAnimatedPng(3))], 'logo.png');
    await expect(addPictures(admin, [file], 'de')).rejects.toMatchObject({
      status: 422,
      errors: { files: [expect.stringMatching(/^logo\.png: .*WebP oder GIF/)] },
    });
  });
});

describe('hostile files', () => {
  it.each<[string, string, () => Uint8Array | Promise<Uint8Array>]>([
    ['nothing', 'picture-empty', () => Buffer.alloc(0)],
    ['a text called photo.jpg', 'picture-type', () => Buffer.from('hello, I am a photo')],
    ['an SVG with a script', 'picture-svg', createSvgWithScript],
    ['a page', 'picture-type', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a HEIC photo', 'picture-heic', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['the signature of a GIF before a program', 'picture-unreadable', createScriptWithSignature],
    ['a bomb of pixels', 'picture-pixels', createPixelBomb],
    ['a side of 30,001 pixels', 'picture-side', () => createPng(2, 30_001)],
    ['a bomb of frames', 'picture-frames', () => createAnimation(200)],
    ['an animated PNG', 'picture-animated', () => createAnimatedPng(3)],
    ['an animated AVIF', 'picture-animated', createAnimatedAvif],
    ['a header and nothing behind it', 'picture-unreadable', async () => (await createPng()).subarray(0, 20)],
    ['more bytes than are allowed', 'picture-too-large', () => Buffer.alloc(maxPictureBytes + 1, 0xff)],
  ])('refuses %s as %s, and keeps nothing of it [N7, X34]', async (_, key, bytes) => {
    await expect(addPicture(admin, { name: 'photo.jpg', bytes: await bytes() })).rejects.toEqual(
      matchProblem(422, key),
    );
    expect(await listUploads()).toEqual([]);
    expect(await (await db()).picture.count()).toBe(0);
  });

  it.each([
    [2, 5000],
    [5000, 2],
    [1, 30_000],
  ])('a picture of %i × %i pixels is prepared like any other [N7]', async (width, height) => {
    expect(await addPictureOf(await createPng(width, height))).toMatchObject({ status: 'ready', error: null });
  });

  it('a truncated picture passes the first check, and is given up when it is decoded [N7, X34]', async () => {
    const whole = await createJpeg(1200, 900);
    const picture = await addPictureOf(whole.subarray(0, Math.floor(whole.length / 2)));
    expect(picture).toMatchObject({ status: 'failed', error: 'unreadable', address: null });
    expect([await listUploads(), await listFiles(picture.id).catch(() => 'none')]).toEqual([[], 'none']);
  });

  it.each([
    ['a GIF that is a program too', createGifWithScript],
    ['a JPEG with a page in its comment', createJpegWithPage],
  ])('only the pixels of %s reach the files [N7, X34]', async (_, bytes) => {
    const { id, status } = await addPictureOf(await bytes());
    expect(status).toBe('ready');
    for (const file of await listFiles(id))
      expect(/alert|script|cookie/i.test((await readBytes(id, file)).toString('latin1')), file).toBe(false);
  });

  it('the content decides the type: a PNG called .jpg is a PNG [N7]', async () => {
    expect((await addPictureOf(await createPng(), 'photo.jpg')).format).toBe('png');
  });

  it('keeps the extension of a long file name, and the joiners of Persian and emoji in it [V12]', () => {
    for (const letter of ['ص', 'a', '😀', '👩‍💻', 'بَّ', 'می\u200cخ']) {
      const label = pictureLabel(`${letter.repeat(300)}.PDF`);
      expect([label.length <= 120, label.length > 100, /\.PDF$/.test(label)]).toEqual([true, true, true]);
      expect(label.slice(0, -4).replaceAll(letter, '')).toBe('');
    }
    expect(pictureLabel('می\u200cخواهم\u200f.pdf')).toBe('می\u200cخواهم.pdf');
    expect([pictureLabel('a'.repeat(300)), pictureLabel(`x.${'a'.repeat(300)}`)].map(({ length }) => length)).toEqual([
      120, 120,
    ]);
    expect([pictureLabel('.pdf'), pictureLabel('\u200b'), pictureLabel('folder/')]).toEqual(['.pdf', '?', '?']);
  });

  it('treats a file name as a label, without folders and direction controls [N7, X21]', async () => {
    expect(pictureLabel('../../etc/passwd.png')).toBe('passwd.png');
    expect(pictureLabel('C:\\Users\\me\\photo\u202Egpj.exe\0')).toBe('photogpj.exe');
    expect([...pictureLabel('ص'.repeat(500))]).toHaveLength(120);
    const { id, name } = await addPictureOf(await createPng(), '../../outside.png');
    expect(name).toBe('outside.png');
    expect(await readdir(folder)).toEqual(['pictures', 'uploads']);
    expect((await listFiles(id)).every((file) => /^\d+\.(?:avif|webp)$/.test(file))).toBe(true);
  });

  it('adds the valid files of an upload, and names each other file with its reason [N7]', async () => {
    const files = [
      new File([new Uint8Array(await createPng())], 'good.png'),
      new File([new Uint8Array(createSvgWithScript())], 'drawing.svg'),
      new File([], 'empty.png'),
    ];
    await expect(addPictures(admin, files, 'en')).rejects.toMatchObject({
      status: 422,
      errors: { files: [expect.stringMatching(/^drawing\.svg: SVG/), expect.stringMatching(/^empty\.png: /)] },
    });
    expect((await listPictures(admin, { page: 1 })).rows.map(({ name }) => name)).toEqual(['good.png']);
  });
});

describe('a full disk', () => {
  it('refuses an upload with an explanation, and leaves nothing behind [N7, R12]', async () => {
    const bytes = await createPng();
    disk.full = true;
    await expect(addPicture(admin, { name: 'x.png', bytes })).rejects.toEqual(matchProblem(503, 'storage-full'));
    expect([await listUploads(), await (await db()).picture.count()]).toEqual([[], 0]);
  });

  it('keeps the upload while its files cannot be written, shows the reason in the list, and continues automatically [N7, R12]', async () => {
    const { id } = await addPicture(admin, { name: 'x.png', bytes: await createPng() });
    disk.full = true;
    await makePictures(now(), createSignal());
    expect(await requirePicture(admin, id)).toMatchObject({ status: 'waiting', error: 'disk-full' });
    expect(await listUploads()).toEqual([`picture-${id}`]);
    disk.full = false;
    expect(await hasPicturesToMake(now())).toBe(false);
    await makePictures(new Date(Date.now() + 60_000), createSignal());
    expect(await requirePicture(admin, id)).toMatchObject({ status: 'ready', error: null });
  });

  it('sweeps files without a row after a day, but not those of a waiting picture [N7, O4]', async () => {
    const { id } = await addPicture(admin, { name: 'x.png', bytes: await createPng() });
    const orphan = join(folder, 'uploads', 'picture-00000000-0000-4000-8000-000000000000');
    await writeFile(orphan, 'x');
    const old = new Date(Date.now() - 2 * 24 * 3600_000);
    for (const file of await listUploads()) await utimes(join(folder, 'uploads', file), old, old);
    expect(await sweepPictureUploads(now())).toEqual({ count: 1 });
    expect(await listUploads()).toEqual([`picture-${id}`]);
  });
});

describe('a bucket for pictures', () => {
  let mock: BucketMock;
  beforeEach(async () => {
    mock = await startBucketMock();
    for (const [name, value] of Object.entries(mock.env)) vi.stubEnv(name, value);
    resetConfig();
  });
  afterEach(() => mock.close());

  it('stores the files in the bucket instead of on the disk, with their types, and deletes them with the picture [N7]', async () => {
    const { id } = await addPictureOf(await createPng(400, 300));
    expect((await mock.listKeys()).toSorted()).toEqual(
      ['320.avif', '320.webp', '400.avif', '400.webp'].map((file) => `pictures/${id}/${file}`),
    );
    expect([
      protectedPicture(id, '320.avif'),
      (await readPictureFile(id, '320.webp'))?.subarray(8, 12).toString(),
    ]).toEqual([`/_protected/media/pictures/${id}/320.avif`, 'WEBP']);
    expect(
      (await fetchObject(mock.bucket, { method: 'HEAD', key: `pictures/${id}/320.avif` })).headers.get('content-type'),
    ).toBe('image/avif');
    expect(await readdir(join(folder, 'pictures'))).toEqual([]);
    await removePicture(admin, id);
    expect(await mock.listKeys()).toEqual([]);
  });

  it('keeps a picture in the list until the bucket has deleted its files, so that it can be deleted again [N7, R12]', async () => {
    const { id } = await addPictureOf(await createPng(400, 300));
    mock.setFault('down');
    await expect(removePicture(admin, id)).rejects.toThrow();
    mock.setFault(null);
    expect(await requirePicture(admin, id)).toMatchObject({ status: 'failed', error: 'removal', usable: false });
    await removePicture(admin, id);
    expect(await mock.listKeys()).toEqual([]);
    await expect(requirePicture(admin, id)).rejects.toEqual(matchProblem(404, 'not-found'));
  });

  it('deletes the files of an interrupted deletion before the same file is uploaded again [N7, R12]', async () => {
    const bytes = await createPng(400, 300);
    const { id } = await addPictureOf(bytes);
    mock.setFault('down');
    await expect(removePicture(admin, id)).rejects.toThrow();
    mock.setFault(null);
    const again = await addPictureOf(bytes);
    expect((await mock.listKeys()).filter((key) => !key.startsWith(`pictures/${again.id}/`))).toEqual([]);
    expect(again.status).toBe('ready');
  });

  it('loses nothing while the bucket does not answer: the picture waits, shows the reason, and is made later [N7, R12]', async () => {
    const { id } = await addPicture(admin, { name: 'x.png', bytes: await createPng() });
    for (const fault of ['down', 'refuse'] as const) {
      mock.setFault(fault);
      await (await db()).picture.update({ where: { id }, data: { error: null } });
      await makePictures(now(), createSignal());
      expect(await requirePicture(admin, id), fault).toMatchObject({ status: 'waiting', error: 'storage' });
    }
    mock.setFault(null);
    await makePictures(new Date(Date.now() + 60_000), createSignal());
    expect(await requirePicture(admin, id)).toMatchObject({ status: 'ready', error: null });
  });
});
