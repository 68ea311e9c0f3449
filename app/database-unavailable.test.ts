import { beforeEach, expect, test, vi } from 'vitest';
import CoursesPage from '@/app/[lang]/(site)/courses/page';
import LevelTestPage from '@/app/[lang]/(site)/level-test/[quiz]/page';
import LevelTestsPage from '@/app/[lang]/(site)/level-test/page';
import { LatestArticles } from '@/components/articles/latest-articles';
import { CourseFacts } from '@/components/blocks/courses/course-facts';
import { PreviewLesson } from '@/components/course/preview-lesson';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import {
  type CourseOffer,
  findCourseDetails,
  findCourseOffer,
  listBundles,
  listCourseCards,
} from '@/lib/courses/catalogue/course-offer';
import { readCatalogueFile } from '@/lib/courses/catalogue/public-files';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { listPublishedRatings, readRatingSummaries } from '@/lib/courses/ratings';
import { db } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { readCourseCaptions } from '@/lib/lessons/captions/course-captions';
import { replaceLessonPreviews } from '@/lib/lessons/playback/lesson-previews';
import { describePicture } from '@/lib/pictures/pictures';
import { resetDatabase } from '@/tests/support/database';
import sitemap from './sitemap';

vi.mock('@/lib/database/client', async (importOriginal) => {
  const client = await importOriginal<{ db: () => Promise<unknown> }>();
  return { ...client, db: vi.fn(client.db) };
});
vi.mock('@/lib/lessons/captions/captions', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  listCaptionLanguages: () => Promise.reject(new Error('The bucket is away')),
}));
vi.mock('next-intl/server', () => ({
  getTranslations: async (asked?: string) => {
    const t = await loadTranslator('en');
    return (key: string, values?: Record<string, string>) => t(asked ? `${asked}.${key}` : key, values);
  },
}));

const slug = 'nextjs-from-zero';
const params = Promise.resolve({ lang: 'en' });
const searchParams = Promise.resolve({});
let course: CourseOffer;

beforeEach(async () => {
  const { db: present } = await vi.importActual<{ db: typeof db }>('@/lib/database/client');
  vi.mocked(db).mockImplementation(present);
  await resetDatabase();
  await syncCatalogue();
  course = (await findCourseOffer(slug, 'en'))!;
});

const goAway = () => vi.mocked(db).mockRejectedValue(new Error('connect ECONNREFUSED 127.0.0.1:5432'));

async function recordContext(work: () => unknown) {
  const context: PageContext = { status: null, tags: new Set(), nonce: '' };
  await runInPageContext(context, async () => work());
  return context;
}

test.each<[string, () => unknown]>([
  ['course cards', () => listCourseCards('en')],
  ['a course', () => findCourseOffer(slug, 'en')],
  ['the details of a course', () => findCourseDetails(slug, 'en')],
  ['facts of a course', () => CourseFacts({ course: { ...course, captions: [] }, rating: undefined, lang: 'en' })],
  ['bundles', () => listBundles('en')],
  ['the public file of courses', () => readCatalogueFile('midan/en/course-page/courses-data.json')],
  ['the means of ratings', () => readRatingSummaries()],
  ['ratings', () => listPublishedRatings(slug, 3)],
  ['a picture of the library', () => describePicture('6f9619ff-8b86-4d01-b42d-00c04fc964ff')],
  ['a lesson in an article', () => replaceLessonPreviews(`<p data-lesson-preview="${slug}">x</p>`, 'en')],
  ['the free lesson', () => PreviewLesson({ courseSlug: slug, lang: 'en', page: '/en', file: undefined })],
  ['the newest articles', () => LatestArticles({ lang: 'en' })],
  ['the catalogue', () => CoursesPage({ params, searchParams })],
  ['the sitemap', () => sitemap()],
])('%s rendered without the database is marked as degraded, so that it is not stored [R03]', async (_name, work) => {
  goAway();
  expect((await recordContext(work)).isDegraded).toBe(true);
});

test('a page that lacks captions because their video is unreachable is marked as degraded [R03]', async () => {
  expect(
    (await recordContext(() => readCourseCaptions({ slug, lessons: [{ file: '01-welcome.mp4' }] }))).isDegraded,
  ).toBe(true);
});

test('pages read from a working database are not marked as degraded [R03]', async () => {
  for (const work of [
    () => listCourseCards('en'),
    () => findCourseDetails(slug, 'en'),
    () => LatestArticles({ lang: 'en' }),
    () => sitemap(),
  ]) {
    expect((await recordContext(work)).isDegraded ?? false).toBe(false);
  }
});

test('placement tests answer 503 without the database, which is their only source [R03, L5]', async () => {
  goAway();
  for (const page of [
    () => LevelTestsPage({ params }),
    () => LevelTestPage({ params: Promise.resolve({ lang: 'en', quiz: 'web' }), searchParams }),
  ]) {
    expect((await recordContext(page)).status).toBe(503);
  }
});
