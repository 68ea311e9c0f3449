import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInPageContext } from '@/lib/cache/page-context';
import { findProduct, listProducts } from '@/lib/courses/catalogue/catalogue';
import { findCourseOffer, listCourseCards } from '@/lib/courses/catalogue/course-offer';
import { readCatalogueFile } from '@/lib/courses/catalogue/public-files';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { openLesson } from '@/lib/courses/enrolment/open-lesson';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { arrangeLessons } from '@/lib/lessons/admin/lesson-plan';
import { requireFreeLesson } from '@/lib/lessons/playback/playback-access';
import { editedCheck } from '@/lib/operations/doctor/content-check';
import { InvalidInput } from '@/lib/problem';
import { searchCourses } from '@/lib/search/search-courses';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { readProblemStatus } from '@/tests/support/problems';
import { createBundle } from './bundles';
import {
  changeCourse,
  courseChangeSchema,
  type CourseTextInput,
  listCourses,
  newCourseOfForm,
  newCourseSchema,
  requireAdminCourse,
} from './courses';
import { createCourse, deleteCourse } from './create-course';

const now = new Date('2026-11-21T10:00:00Z');
const at = { lang: 'en', now } as const;
const admin = buildActor('admin', { totpAt: now });
const slug = 'docker-from-zero';
const repeatInLanguages = (text: string) => inEachLanguage((lang) => `${text} ${lang}`);
const wanted = newCourseSchema.parse({
  title: repeatInLanguages('Docker from zero'),
  slug,
  level: 'beginner',
  spokenLanguage: 'ar',
  amount: 20_000,
});
const make = (over: object = {}, actor = admin) => createCourse(actor, { ...wanted, ...over }, at);

const buildText = (title: string): CourseTextInput => ({
  title,
  summary: 'Images and containers',
  htmlContent: '<p>Everything about containers.</p>',
  imageUrl: '/assets/midan/images/course-nextjs-from-zero.svg',
  imageAlt: 'A whale',
  courseInfo: { createdBy: 'Karim', whatYouWillLearn: [], courseInclude: [], prerequisites: [], faq: [] },
});
const whole = {
  published: true,
  level: 'beginner',
  spokenLanguage: 'ar',
  texts: inEachLanguage((lang) => buildText(`Docker ${lang}`)),
} as const;
const publish = () => changeCourse(admin, slug, courseChangeSchema.parse(whole), now);

const findErrors = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) =>
      error instanceof InvalidInput
        ? error.error.issues.map(({ path, message }) => [path.join('.'), message])
        : Promise.reject(error),
  );

async function addLesson(file = '01-images.mp4', freePreview = false): Promise<void> {
  const client = await db();
  const chapter =
    (await client.chapter.findFirst({ where: { courseSlug: slug } })) ??
    (await client.chapter.create({ data: { courseSlug: slug, position: 0, title: repeatInLanguages('Start') } }));
  await client.lesson.create({
    data: {
      courseSlug: slug,
      chapterId: chapter.id,
      position: 0,
      file,
      path: `${slug}\\${file}`,
      name: repeatInLanguages('Images'),
      durationSeconds: 60,
      freePreview,
    },
  });
}

let media: string;
beforeEach(async () => {
  await resetDatabase();
  media = createFolder('MEDIA_DIR');
});
afterEach(() => removeFolder(media));

describe('creating a course [O7, N5]', () => {
  it('accepts a form without JavaScript, with prices in either digits and an address made from the title [O7]', async () => {
    const typed = {
      title: repeatInLanguages('C++: first steps'),
      slug: '',
      level: 'beginner',
      spokenLanguage: 'ar',
      amount: '٢٥٠٫٥',
    };
    const { slug: made } = await createCourse(admin, newCourseSchema.parse(newCourseOfForm(typed, 'en')), at);
    expect(made).toBe('c-first-steps-en');
    expect(
      await (await db()).product.findUnique({ where: { key: `course-${made}` }, select: { amountPiastres: true } }),
    ).toEqual({ amountPiastres: 25_050 });
    expect(
      newCourseSchema
        .safeParse(newCourseOfForm({ ...typed, amount: '' }, 'en'))
        .error?.issues.map(({ path, message }) => [path, message]),
    ).toEqual([[['amount'], 'required']]);
  });

  it('reads a price in the page’s language, and refuses an ambiguous one at its field [V14]', () => {
    const typed = { title: repeatInLanguages('Docker'), slug: '', level: 'beginner', spokenLanguage: 'ar' };
    const parsePrice = (amount: string, lang: 'en' | 'de') => {
      const { data, error } = newCourseSchema.safeParse(newCourseOfForm({ ...typed, amount }, lang), {
        reportInput: true,
      });
      return data?.amount ?? error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join();
    };
    expect([
      parsePrice('1.299,50', 'de'),
      parsePrice('99,50', 'de'),
      parsePrice('1.000', 'de'),
      parsePrice('1,299.50 L.E', 'en'),
    ]).toEqual([129_950, 9950, 100_000, 129_950]);
    expect([
      parsePrice('1.000', 'en'),
      parsePrice('99,50', 'en'),
      parsePrice('1,000', 'de'),
      parsePrice('-5', 'en'),
    ]).toEqual([
      'amount: number_unclear',
      'amount: number_unclear',
      'amount: number_unclear',
      'amount: amount_invalid',
    ]);
  });

  it('starts as a draft that cannot be seen, found, watched or bought [O7]', async () => {
    expect(await make()).toMatchObject({
      slug,
      published: false,
      madeHere: true,
      chapters: [],
      level: 'beginner',
      texts: { de: { title: 'Docker from zero de' } },
    });
    await addLesson('01-images.mp4', true);
    expect(await findCourseOffer(slug, 'en')).toBeNull();
    expect((await listCourseCards('en')).map((card) => card.slug)).not.toContain(slug);
    expect((await listProducts()).map(({ courseSlug }) => courseSlug)).not.toContain(slug);
    expect((await findProduct(`course-${slug}`))?.active).toBe(false);
    expect((await searchCourses({ actor: null, q: 'Docker', lang: 'en', page: 1, pageSize: 5, now })).results).toEqual(
      [],
    );
    expect(await readProblemStatus(requireFreeLesson(slug, '01-images.mp4'))).toBe(404);
    await seedLearner('mona');
    expect(
      await openLesson({ actor: buildActor('learner', { userId: 'mona' }), slug, video: null, lang: 'en', now }),
    ).toEqual({ state: 'missing' });
    expect((await listCourses(admin, { page: 1 })).rows).toMatchObject([{ slug, published: false, madeHere: true }]);
    await (await db()).course.update({ where: { slug }, data: { published: true } });
    expect(await requireFreeLesson(slug, '01-images.mp4')).toMatchObject({ file: '01-images.mp4' });
  });

  it('an admin’s preview shows the draft with its price; an editor’s preview does not [O7] [N6]', async () => {
    await make();
    const preview = { status: null, tags: new Set<string>(), nonce: 'n', isPreview: true, forAdministrator: true };
    const editors = { ...preview, forAdministrator: false };
    expect(await runInPageContext(editors, () => findCourseOffer(slug, 'en'))).toBeNull();
    expect(await runInPageContext(editors, () => findProduct(`course-${slug}`))).toMatchObject({ active: false });
    expect(await runInPageContext(preview, () => findCourseOffer(slug, 'en'))).toMatchObject({
      title: 'Docker from zero en',
      product: { listPiastres: 20_000 },
    });
  });

  it('an incomplete course cannot be published, and each gap is reported at its field; a draft may have gaps [O7]', async () => {
    await make();
    expect(await findErrors(publish())).toEqual([['published', 'no_lessons']]);
    const { imageUrl: _url, imageAlt: _alt, ...others } = buildText('Docker');
    const bare = { ...others, summary: '', htmlContent: '' };
    expect(
      courseChangeSchema
        .safeParse({ ...whole, texts: { ...whole.texts, de: bare } })
        .error?.issues.map(({ path }) => path.join('.')),
    ).toEqual(['texts.de.summary']);
    const draft = courseChangeSchema.parse({ ...whole, published: false, texts: { ...whole.texts, de: bare } });
    expect(await changeCourse(admin, slug, draft, now)).toMatchObject({
      published: false,
      texts: { de: { title: 'Docker', summary: '' }, en: { imageAlt: 'A whale' } },
    });
    const offered = courseChangeSchema.parse({ ...whole, texts: { ...whole.texts, de: { ...bare, summary: 'Kurz' } } });
    expect(await findErrors(changeCourse(admin, slug, offered, now))).toEqual([
      ['texts.de.imageUrl', 'required'],
      ['texts.de.imageAlt', 'required'],
      ['texts.de.htmlContent', 'required'],
      ['published', 'no_lessons'],
    ]);
  });

  it('a complete course is listed, found, for sale and at the content URLs, and the next start keeps it [O7, C14, N19]', async () => {
    await syncCatalogue();
    await make();
    await addLesson();
    await publish();
    expect(await findCourseOffer(slug, 'de')).toMatchObject({
      title: 'Docker de',
      product: { key: `course-${slug}`, listPiastres: 20_000 },
    });
    expect((await listCourseCards('en')).map((card) => card.slug).at(-1)).toBe(slug);
    expect(
      (await searchCourses({ actor: null, q: 'containers', lang: 'en', page: 1, pageSize: 5, now })).results,
    ).toMatchObject([{ title: [{ text: 'Docker en' }] }]);
    expect(await readCatalogueFile('midan/en/course-page/courses-data.json')).toMatchObject({
      services: expect.arrayContaining([expect.objectContaining({ courseName: slug, title: 'Docker en' })]),
    });
    expect(await readCatalogueFile('midan/products.json')).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: `course-${slug}`, amount: 200 })]),
    );
    const before = await requireAdminCourse(admin, slug);
    await syncCatalogue();
    expect(await requireAdminCourse(admin, slug)).toEqual(before);
    expect((await editedCheck.run(now)).map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`course ${slug} was made in administration`),
    );
  });

  it('the English title gives the address unless one is chosen; a taken or non-Latin address is reported at the field [A12, O7]', async () => {
    expect((await make({ slug: undefined, title: { ...wanted.title, en: 'Git in one Day' } })).slug).toBe(
      'git-in-one-day',
    );
    await expect(make({ slug: 'git-in-one-day' })).rejects.toMatchObject({
      status: 409,
      errors: { slug: [expect.any(String)] },
    });
    await expect(make({ slug: undefined, title: inEachLanguage(() => 'دوكر') })).rejects.toMatchObject({
      status: 422,
      errors: { slug: [expect.any(String)] },
    });
    await expect(make({ slug: 'new' })).rejects.toMatchObject({ status: 409 });
    await (await db()).oldSlug.create({ data: { kind: 'course', from: 'former', to: 'git-in-one-day' } });
    expect(await readProblemStatus(make({ slug: 'former' }))).toBe(409);
  });

  it('only an admin with a fresh second factor can create or delete a course [O7, N6]', async () => {
    expect(await readProblemStatus(make({}, buildActor('editor', { totpAt: now })))).toBe(403);
    await expect(make({}, buildActor('admin', { totpAt: null }))).rejects.toMatchObject({
      status: 403,
      key: 'step-up',
    });
    await make();
    expect(await readProblemStatus(deleteCourse(buildActor('editor', { totpAt: now }), slug, now))).toBe(403);
    expect(await readProblemStatus(deleteCourse(buildActor('admin', { totpAt: null }), slug, now))).toBe(403);
  });
});

describe('deleting a course made in administration [O7]', () => {
  const resolveFolder = (file: string) => join(media, slug, file);
  const addLessonWithVideo = async (file: string) => {
    await addLesson(file);
    mkdirSync(resolveFolder(file), { recursive: true });
    writeFileSync(join(resolveFolder(file), 'lesson.json'), '{}');
  };

  it('deletes a course with its lessons, files and product, and frees its address [O7]', async () => {
    await make();
    await addLessonWithVideo('01-images.mp4');
    await deleteCourse(admin, slug, now);
    expect(existsSync(resolveFolder('01-images.mp4'))).toBe(false);
    expect([await findProduct(`course-${slug}`), await (await db()).lesson.count()]).toEqual([null, 0]);
    expect((await make()).slug).toBe(slug);
  });

  it('refuses to delete a course that had learners, is in a bundle or came with the content files [O7]', async () => {
    await make();
    await seedCourse();
    await createBundle(
      admin,
      {
        key: 'both',
        name: repeatInLanguages('b'),
        description: repeatInLanguages('b'),
        courses: [slug, 'nextjs-from-zero'],
        amount: 500,
        saleAmount: null,
        refundableOnSale: false,
        active: true,
      },
      at,
    );
    await expect(deleteCourse(admin, slug, now)).rejects.toMatchObject({ status: 409, key: 'course-in-use' });
    const client = await db();
    await client.product.delete({ where: { key: 'both' } });
    await seedLearner('mona');
    await client.enrolment.create({ data: { userId: 'mona', courseSlug: slug, source: 'admin', revokedAt: now } });
    await expect(deleteCourse(admin, slug, now)).rejects.toMatchObject({ status: 409, key: 'course-has-learners' });
    await client.course.update({ where: { slug: 'nextjs-from-zero' }, data: { syncedHash: 'x' } });
    await expect(deleteCourse(admin, 'nextjs-from-zero', now)).rejects.toMatchObject({
      status: 409,
      key: 'course-from-files',
    });
  });

  it('deletes a lesson with its video, hides an empty chapter, and keeps the last lesson of a published course [O7]', async () => {
    await make();
    await addLessonWithVideo('01-images.mp4');
    await addLessonWithVideo('02-networks.mp4');
    await publish();
    const buildLesson = (file: string) => ({ file, name: repeatInLanguages('Images'), freePreview: false });
    const chapters = [
      { title: repeatInLanguages('Later'), lessons: [] },
      { title: repeatInLanguages('Start'), lessons: [buildLesson('01-images.mp4')] },
    ];
    expect(await arrangeLessons(admin, slug, { chapters, removed: ['02-networks.mp4'] }, now)).toMatchObject({
      chapters: [{ lessons: [] }, { lessons: [{ file: '01-images.mp4' }] }],
    });
    expect([existsSync(resolveFolder('01-images.mp4')), existsSync(resolveFolder('02-networks.mp4'))]).toEqual([
      true,
      false,
    ]);
    expect((await findCourseOffer(slug, 'en'))?.chapters.map(({ title }) => title)).toEqual(['Start en']);
    const none = { chapters: [{ title: repeatInLanguages('Start'), lessons: [] }], removed: ['01-images.mp4'] };
    await expect(arrangeLessons(admin, slug, none, now)).rejects.toMatchObject({
      status: 409,
      key: 'course-needs-lesson',
    });
    await seedLearner('mona');
    await (await db()).enrolment.create({ data: { userId: 'mona', courseSlug: slug, source: 'admin' } });
    await expect(arrangeLessons(admin, slug, none, now)).rejects.toMatchObject({
      status: 409,
      key: 'course-has-learners',
    });
    expect(existsSync(resolveFolder('01-images.mp4'))).toBe(true);
  });
});
