import { beforeEach, describe, expect, it } from 'vitest';
import { findCourse, findProduct } from '@/lib/courses/catalogue/catalogue';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { changeCourse, listCourses, listCourseTitles, requireAdminCourse } from './courses';
import { changeProduct, listProductsOfCourses, productChangeSchema } from './products';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const slug = 'nextjs-from-zero';

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

describe('editing products and courses [N5]', () => {
  it('a product can be renamed in every language; its key stays [O7, N5]', async () => {
    const name = { ...inEachLanguage(() => 'Another course'), ar: 'دورة أخرى' };
    const parsed = productChangeSchema.parse({ amount: 150_000, name, description: name, key: 'other' });
    expect(parsed).not.toHaveProperty('key');
    await changeProduct(admin, 'course-nextjs', parsed, now);
    expect(await findProduct('course-nextjs')).toMatchObject({ key: 'course-nextjs', name, description: name });
    await changeProduct(admin, 'course-nextjs', { amount: 150_000 }, now);
    expect((await findProduct('course-nextjs'))?.name).toEqual(name);
    expect(productChangeSchema.safeParse({ amount: 1000, name: { ...name, de: ' ' } }).error?.issues[0]).toMatchObject({
      path: ['name', 'de'],
      message: 'required',
    });
  });

  it('a course’s picture, alt text and meta can change; omitted ones stay [O7, N5, N7]', async () => {
    const { texts } = await requireAdminCourse(admin, slug);
    const change = { published: true, level: 'beginner', spokenLanguage: 'ar' } as const;
    const text = {
      ...texts.en,
      imageUrl: '/assets/midan/images/new.svg',
      imageAlt: 'A new picture',
      meta: { title: 'For search engines' },
    };
    await changeCourse(admin, slug, { ...change, texts: { ...texts, en: text } }, now);
    expect(await findCourse(slug, 'en')).toMatchObject({
      imageUrl: text.imageUrl,
      imageAlt: 'A new picture',
      meta: { title: 'For search engines' },
    });
    const { imageUrl: _url, imageAlt: _alt, meta: _meta, ...others } = text;
    await changeCourse(admin, slug, { ...change, texts: { ...texts, en: others } }, now);
    expect(await findCourse(slug, 'en')).toMatchObject({ imageUrl: text.imageUrl, imageAlt: 'A new picture' });
    const unknown = { ...text, imageUrl: '/assets/pictures/0198aaaa-0000-7000-8000-000000000001/640.webp' };
    await expect(changeCourse(admin, slug, { ...change, texts: { ...texts, en: unknown } }, now)).rejects.toMatchObject(
      { error: { issues: [{ path: ['texts', 'en', 'imageUrl'], message: 'picture_missing' }] } },
    );
  });

  it('loads the whole text of a course whose content file exceeds the form’s limits [O7 N5]', async () => {
    const client = await db();
    const { text } = await client.course.findUniqueOrThrow({ where: { slug }, select: { text: true } });
    const title = 'A long title '.repeat(20).trim();
    const stored = text as Record<string, { courseInfo: object }>;
    const faq = [{ question: 'Why?', answer: 'Because' }, { question: 7 }];
    await client.course.update({
      where: { slug },
      data: {
        text: { ...stored, en: { ...stored.en, title, courseInfo: { ...stored.en?.courseInfo, faq } } } as never,
      },
    });
    const { texts } = await requireAdminCourse(admin, slug);
    expect(texts.en).toMatchObject({
      title,
      courseInfo: { createdBy: texts.ar.courseInfo.createdBy, faq: [{ question: 'Why?', answer: 'Because' }] },
    });
  });

  it('the voice setting can change, and stays when a caller omits it [O7, N2]', async () => {
    const { texts, voice } = await requireAdminCourse(admin, slug);
    const change = { published: true, level: 'beginner', spokenLanguage: 'ar', texts } as const;
    expect(voice).toBe(true);
    expect((await changeCourse(admin, slug, { ...change, voice: false }, now)).voice).toBe(false);
    await changeCourse(admin, slug, change, now);
    for (const lang of ['ar', 'en', 'de'] as const)
      expect((await findCourse(slug, lang))?.courseInfo.voice).toBe(false);
  });

  it('a language added to a published course is refused without the picture and description that its page needs [A2, N5, O7]', async () => {
    const client = await db();
    const { text } = await client.course.findUniqueOrThrow({ where: { slug }, select: { text: true } });
    const { de: _later, ...before } = text as Record<string, unknown>;
    await client.course.update({ where: { slug }, data: { text: before as never } });
    const { texts } = await requireAdminCourse(admin, slug);
    const change = {
      published: true,
      level: 'beginner',
      spokenLanguage: 'ar',
      texts: { ...texts, de: { ...texts.de, title: 'Ein Kurs' } },
    } as const;
    await expect(changeCourse(admin, slug, change, now)).rejects.toMatchObject({
      error: {
        issues: ['imageUrl', 'imageAlt', 'htmlContent'].map((field) => ({
          path: ['texts', 'de', field],
          message: 'required',
        })),
      },
    });
    expect((await findCourse(slug, 'de'))?.title).toBe(texts.ar.title);
  });
});

it('lists courses a page at a time with their products, and finds them by a word of their title [O7, O10]', async () => {
  const client = await db();
  const { text, position, published } = await client.course.findUniqueOrThrow({
    where: { slug },
    select: { text: true, position: true, published: true },
  });
  const many = Array.from({ length: 30 }, (_, place) => ({
    slug: `course-${place + 10}`,
    position: position + 1 + place,
    published,
    text: { ...(text as object), de: { title: `Häuser ${place + 10}` } },
  }));
  await client.course.createMany({ data: many });
  const [first, second] = [await listCourses(admin, { page: 1 }), await listCourses(admin, { page: 2 })];
  expect([first.rows.length, first.hasNext, second.rows.length, second.hasNext, first.rows[0]?.slug]).toEqual([
    25,
    true,
    6,
    false,
    slug,
  ]);
  expect(
    (
      await listProductsOfCourses(
        admin,
        first.rows.map((row) => row.slug),
      )
    ).map(({ courseSlug }) => courseSlug),
  ).toEqual([slug]);
  expect(
    await listProductsOfCourses(
      admin,
      second.rows.map((row) => row.slug),
    ),
  ).toEqual([]);
  const found = await listCourses(admin, { page: 2, q: 'hauser' });
  expect([found.rows.length, found.hasNext, found.rows[0]?.slug]).toEqual([5, false, 'course-35']);
  expect((await listCourses(admin, { page: 1, q: 'haeuslich' })).rows).toEqual([]);
  expect((await listCourseTitles(admin)).slice(0, 2).map((row) => [row.slug, row.title.de])).toEqual([
    [slug, expect.any(String)],
    ['course-10', 'Häuser 10'],
  ]);
});
