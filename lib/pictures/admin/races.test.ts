import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeArticle, removeArticle } from '@/lib/articles/admin/articles';
import { findArticle } from '@/lib/articles/articles';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import { resetConfig } from '@/lib/config/config';
import { changeCourse, requireAdminCourse } from '@/lib/courses/admin/courses';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { picturesTag, renderPageHtml, withPictures } from '@/lib/pictures/pictures';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { removePicture, requirePicture } from './pictures';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin');
const alt = { ...inEachLanguage(() => 'A drawing'), ar: 'رسم "أزرق"', de: 'Eine Zeichnung' };
const id = '01234567-89ab-4def-8123-456789abcdef';
const src = `/assets/pictures/${id}/1280.webp`;
const used = expect.objectContaining({ status: 409, key: 'picture-used' });
let folder: string;

const buildArticle = (more: { imageUrl?: string | null; html?: string } = {}) => ({
  id: 'a-title',
  category: 'news',
  publishedAt: now,
  published: true,
  imageUrl: more.imageUrl ?? null,
  texts: {
    ar: {
      title: 'عنوان',
      description: 'وصف من عشرين حرفًا على الأقل',
      category: 'أخبار',
      html: more.html ?? '<p>نص</p>',
    },
  },
});
const createPicture = async (over: object = {}) => {
  const data = {
    id,
    name: 'x.png',
    hash: id,
    format: 'png',
    bytes: 1,
    width: 1400,
    height: 700,
    status: 'ready' as const,
    alt,
    placeholder: 'data:image/webp;base64,AAAA',
    focusX: 20,
    focusY: 30,
    ...over,
  };
  await (await db()).picture.create({ data, select: { id: true } });
};

beforeEach(async () => {
  await resetDatabase();
  folder = await mkdtemp(join(tmpdir(), 'uses-'));
  await mkdir(join(folder, 'content', 'midan', 'ar'), { recursive: true });
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('CONTENT_DIR', join(folder, 'content'));
  resetConfig();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  resetConfig();
  await rm(folder, { recursive: true, force: true });
});

it('lists the article, course or content file that uses a picture, and deletes the picture only when it is unused [N7]', async () => {
  await seedCourse();
  await createPicture();
  await changeArticle(admin, null, buildArticle({ imageUrl: src }));
  await writeFile(join(folder, 'content', 'midan', 'ar', 'home.json'), JSON.stringify({ imageIconPath: src }));
  const { texts, published, level, spokenLanguage } = await requireAdminCourse(admin, 'nextjs-from-zero');
  const course = { texts, published, level: level ?? 'beginner', spokenLanguage } as const;
  await changeCourse(
    admin,
    'nextjs-from-zero',
    { ...course, texts: { ...texts, de: { ...texts.de, htmlContent: `<img src="${src}">` } } },
    now,
  );
  const readUses = async () => (await requirePicture(admin, id)).uses.map(({ kind, id: where }) => `${kind} ${where}`);
  expect(await readUses()).toEqual(['article a-title', 'course nextjs-from-zero', 'content ar/home.json']);
  await expect(removePicture(admin, id)).rejects.toEqual(used);
  await changeArticle(admin, 'a-title', buildArticle({ html: `<p>نص</p><figure><img src="${src}" alt=""></figure>` }));
  expect(await readUses()).toContain('article a-title');
  await removeArticle(admin, 'a-title');
  await changeCourse(admin, 'nextjs-from-zero', course, now);
  await rm(join(folder, 'content', 'midan', 'ar', 'home.json'));
  expect(await readUses()).toEqual([]);
  await removePicture(admin, id);
});

it.each([
  ['without an alternative text in each language', { alt: { ar: 'رسم', en: '', de: 'x' } }, 'picture_without_alt'],
  ['that is being made', { status: 'waiting' }, 'picture_missing'],
  ['that could not be read', { status: 'failed' }, 'picture_missing'],
])(
  'refuses to save an article with a picture %s, with a message key for translation [N7]',
  async (_, over, message) => {
    await createPicture(over);
    const refused = changeArticle(admin, null, buildArticle({ imageUrl: src, html: `<img src="${src}">` }));
    await expect(refused).rejects.toMatchObject({
      error: {
        issues: [
          { path: ['imageUrl'], message },
          { path: ['texts', 'ar', 'html'], message },
        ],
      },
    });
    expect(await (await db()).article.count()).toBe(0);
  },
);

it('if an article with a picture is saved while the picture is deleted, exactly one of the two succeeds [N7, X30]', async () => {
  for (let round = 0; round < 10; round += 1) {
    await createPicture();
    const [saved, removed] = await Promise.allSettled([
      changeArticle(admin, null, buildArticle({ imageUrl: src })),
      removePicture(admin, id),
    ]);
    expect([saved.status, removed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const client = await db();
    expect(await client.article.count()).toBe(await client.picture.count());
    await client.article.deleteMany();
    await client.picture.deleteMany();
  }
});

it('renders an article’s picture in every size and format, with its text and dimensions, and drops hostile attributes [N7, X34]', async () => {
  await createPicture();
  await changeArticle(
    admin,
    null,
    buildArticle({
      html: `<p>نص</p><figure><img src="${src}" onerror="alert(1)" style="x" width="1"></figure><img src="/assets/midan/x.svg" alt="x">`,
    }),
  );
  const html = await withPictures((await findArticle('a-title', 'ar', now))!.htmlContent, 'ar');
  expect(await renderPageHtml(`<script>x</script><img src="${src}">`, 'de')).toMatch(
    /^<picture><source type="image\/avif".* alt="Eine Zeichnung"/,
  );
  expect(html).toContain(`<source type="image/avif" srcset="/assets/pictures/${id}/320.avif 320w, `);
  expect(html).toContain(`/assets/pictures/${id}/1400.webp 1400w"`);
  expect(html).toMatch(
    / width="1400" height="700" alt="رسم &quot;أزرق&quot;" style="object-position:20% 30%;background-image:url\(data:image\/webp;base64,AAAA\)/,
  );
  expect(html.match(/ alt="/g)).toHaveLength(2);
  expect(html).not.toMatch(/onerror|width="1"/);
  expect(html.match(/<picture>/g)).toHaveLength(1);
});

it('renders a page again after a change of a picture in its HTML [N7]', async () => {
  await createPicture();
  const context: PageContext = { status: null, tags: new Set(), nonce: 'n' };
  await runInPageContext(context, () => renderPageHtml(`<img src="${src}">`, 'ar'));
  expect([...context.tags]).toEqual([picturesTag]);
});
