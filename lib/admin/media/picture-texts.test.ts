import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { actorFor } from '@/lib/testing/actors';
import { seedCourse } from '@/lib/testing/catalogue';
import { freshDatabase } from '@/lib/testing/database';
import { seedNewsletter } from '@/lib/testing/newsletters';
import { png } from '@/lib/testing/content/picture-files';
import { addPicture, addPictures } from './add-picture';
import { makePictures } from './make-pictures';
import { pictureChangeSchema } from './picture-schema';
import { changePicture, listPictures, removePicture, requirePicture } from './pictures';

const admin = actorFor('admin');
const problem = (status: number, key: string) => expect.objectContaining({ status, key });
const alt = { ...inEachLanguage(() => 'A drawing'), ar: 'رسم', de: 'Eine Zeichnung' };
let folder: string;

async function added(bytes: Uint8Array) {
  const { id } = await addPicture(admin, { name: 'photo.jpg', bytes });
  await makePictures(new Date(), new AbortController().signal);
  return requirePicture(admin, id);
}

beforeEach(async () => {
  await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  vi.stubEnv('DATA_DIR', folder);
  forgetConfig();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  forgetConfig();
  await rm(folder, { recursive: true, force: true });
});

describe('texts, uses, deletion', () => {
  it('N7 alternative texts are needed in each language, are searched, and a change in between is a conflict', async () => {
    const picture = await added(await png());
    expect(pictureChangeSchema.safeParse({ alt: { ...alt, de: ' ' }, focusX: 10, focusY: 20 }).error?.issues[0]?.path).toEqual(['alt', 'de']);
    const changed = await changePicture(admin, picture.id, { alt, focusX: 10, focusY: 20, updatedAt: picture.updatedAt.toISOString() });
    expect(changed).toMatchObject({ usable: true, focusX: 10, focusY: 20, alt });
    await expect(changePicture(admin, picture.id, { alt, focusX: 0, focusY: 0, updatedAt: picture.updatedAt.toISOString() })).rejects.toEqual(problem(409, 'conflict'));
    expect((await listPictures(admin, { page: 1, q: 'zeichnung' })).rows).toHaveLength(1);
    expect((await listPictures(admin, { page: 1, q: 'nothing' })).rows).toHaveLength(0);
  });

  it('tells an editor that newsletters and hidden courses show a picture, not what they are called [N6] [N7]', async () => {
    const { id } = await added(await png());
    const src = `/assets/pictures/${id}/640.webp`;
    const newsletter = await seedNewsletter(new Date(), { html: `<img src="${src}">`, subject: 'Secret' });
    await seedCourse();
    const client = await db();
    const { slug, text } = await client.course.findFirstOrThrow({ where: { published: true }, select: { slug: true, text: true } });
    const shown = { ...(text as object), imageUrl: src };
    await client.course.update({ where: { slug }, data: { text: shown }, select: { slug: true } });
    const usesFor = async (role: 'admin' | 'editor') => (await requirePicture(actorFor(role), id)).uses;
    expect((await usesFor('admin')).map((use) => [use.kind, use.id])).toEqual([['newsletter', newsletter], ['course', slug]]);
    expect(JSON.stringify(await usesFor('admin'))).toContain('Secret');
    expect((await usesFor('editor')).map((use) => [use.kind, use.id, Object.keys(use.titles).length > 0])).toEqual([['newsletter', '', false], ['course', '', true]]);
    await client.course.update({ where: { slug }, data: { published: false }, select: { slug: true } });
    expect((await usesFor('editor')).map(({ titles }) => titles)).toEqual([{}, {}]);
  });

  it('N7 a deleted picture has no files and no row; every change is in the audit log', async () => {
    const { id } = await added(await png());
    await changePicture(admin, id, { alt, focusX: 1, focusY: 2 });
    await removePicture(admin, id);
    await expect(requirePicture(admin, id)).rejects.toEqual(problem(404, 'not-found'));
    await expect(stat(join(folder, 'pictures', id))).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await (await db()).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, subject: true } }))).toEqual(['picture.upload', 'picture.change', 'picture.remove'].map((action) => ({ action, subject: `picture:${id}` })));
  });

  it('N7 D12 nobody but administration sees, adds, changes or deletes', async () => {
    const { id } = await added(await png());
    for (const actor of [actorFor('learner'), actorFor('guest'), actorFor('admin', { totpEnrolled: false })]) {
      for (const call of [() => listPictures(actor, { page: 1 }), () => requirePicture(actor, id), () => addPicture(actor, { name: '', bytes: Buffer.alloc(0) }), () => addPictures(actor, [], 'en'), () => changePicture(actor, id, { alt, focusX: 0, focusY: 0 }), () => removePicture(actor, id)]) {
        await expect(call()).rejects.toMatchObject({ status: 403 });
      }
    }
  });
});
