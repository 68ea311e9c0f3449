import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import { createPng } from '@/tests/support/content/picture-files';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { seedNewsletter } from '@/tests/support/newsletters';
import { matchProblem } from '@/tests/support/problems';
import { addPicture, addPictures, makePictures } from './add-pictures';
import { changePicture, listPictures, pictureChangeSchema, removePicture, requirePicture } from './pictures';

const admin = buildActor('admin');
const alt = { ...inEachLanguage(() => 'A drawing'), ar: 'رسم', de: 'Eine Zeichnung' };
let folder: string;

async function addPictureOf(bytes: Uint8Array) {
  const { id } = await addPicture(admin, { name: 'photo.jpg', bytes });
  await makePictures(new Date(), new AbortController().signal);
  return requirePicture(admin, id);
}

beforeEach(async () => {
  await resetDatabase();
  folder = createFolder('DATA_DIR');
});
afterEach(() => removeFolder(folder));

describe('texts, uses, deletion', () => {
  it('requires alternative texts in each language, makes them searchable, and refuses an outdated edit [N7]', async () => {
    const picture = await addPictureOf(await createPng());
    expect(
      pictureChangeSchema.safeParse({ alt: { ...alt, de: ' ' }, focusX: 10, focusY: 20 }).error?.issues[0]?.path,
    ).toEqual(['alt', 'de']);
    const changed = await changePicture(admin, picture.id, {
      alt,
      focusX: 10,
      focusY: 20,
      updatedAt: picture.updatedAt.toISOString(),
    });
    expect(changed).toMatchObject({ usable: true, focusX: 10, focusY: 20, alt });
    await expect(
      changePicture(admin, picture.id, { alt, focusX: 0, focusY: 0, updatedAt: picture.updatedAt.toISOString() }),
    ).rejects.toEqual(matchProblem(409, 'conflict'));
    expect((await listPictures(admin, { page: 1, q: 'zeichnung' })).rows).toHaveLength(1);
    expect((await listPictures(admin, { page: 1, q: 'nothing' })).rows).toHaveLength(0);
  });

  it('tells an editor that a newsletter or a hidden course uses a picture, but not its title [N6] [N7]', async () => {
    const { id } = await addPictureOf(await createPng());
    const src = `/assets/pictures/${id}/640.webp`;
    const newsletter = await seedNewsletter(new Date(), { html: `<img src="${src}">`, subject: 'Secret' });
    await seedCourse();
    const client = await db();
    const { slug, text } = await client.course.findFirstOrThrow({
      where: { published: true },
      select: { slug: true, text: true },
    });
    const shown = { ...(text as object), imageUrl: src };
    await client.course.update({ where: { slug }, data: { text: shown }, select: { slug: true } });
    const readUses = async (role: 'admin' | 'editor') => (await requirePicture(buildActor(role), id)).uses;
    expect((await readUses('admin')).map((use) => [use.kind, use.id])).toEqual([
      ['newsletter', newsletter],
      ['course', slug],
    ]);
    expect(JSON.stringify(await readUses('admin'))).toContain('Secret');
    expect((await readUses('editor')).map((use) => [use.kind, use.id, Object.keys(use.titles).length > 0])).toEqual([
      ['newsletter', '', false],
      ['course', '', true],
    ]);
    await client.course.update({ where: { slug }, data: { published: false }, select: { slug: true } });
    expect((await readUses('editor')).map(({ titles }) => titles)).toEqual([{}, {}]);
  });

  it('deletes a picture with its files and its row, and records every change in the audit log [N7]', async () => {
    const { id } = await addPictureOf(await createPng());
    await changePicture(admin, id, { alt, focusX: 1, focusY: 2 });
    await removePicture(admin, id);
    await expect(requirePicture(admin, id)).rejects.toEqual(matchProblem(404, 'not-found'));
    await expect(stat(join(folder, 'pictures', id))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(
      await (await db()).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, subject: true } }),
    ).toEqual(
      ['picture.upload', 'picture.change', 'picture.remove'].map((action) => ({ action, subject: `picture:${id}` })),
    );
  });

  it('learners, guests and admins without a second factor cannot see, add, change or delete pictures [N7, D12]', async () => {
    const { id } = await addPictureOf(await createPng());
    for (const actor of [buildActor('learner'), buildActor('guest'), buildActor('admin', { totpEnrolled: false })]) {
      for (const call of [
        () => listPictures(actor, { page: 1 }),
        () => requirePicture(actor, id),
        () => addPicture(actor, { name: '', bytes: Buffer.alloc(0) }),
        () => addPictures(actor, [], 'en'),
        () => changePicture(actor, id, { alt, focusX: 0, focusY: 0 }),
        () => removePicture(actor, id),
      ]) {
        await expect(call()).rejects.toMatchObject({ status: 403 });
      }
    }
  });
});
