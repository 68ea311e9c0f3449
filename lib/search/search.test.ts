import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { articleChangeSchema, changeArticle, removeArticle } from '@/lib/articles/admin/articles';
import { resetConfig } from '@/lib/config/config';
import { changeCourse, requireAdminCourse } from '@/lib/courses/admin/courses';
import { renameCourse, syncCatalogue } from '@/lib/courses/catalogue/sync';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { saveCaptions } from '@/lib/lessons/admin/lesson-captions';
import { arrangeLessons } from '@/lib/lessons/admin/lesson-plan';
import { hasCoursesToIndex, indexCourses } from '@/lib/lessons/captions/index-transcripts';
import type { MaybeActor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { search } from './search';
import type { SearchKind, SearchResult } from './search-request';

const now = new Date('2026-11-22T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const slug = 'nextjs-from-zero';
const learner = buildActor('learner');
let media: string;

beforeEach(async () => {
  await resetDatabase();
  media = mkdtempSync(join(tmpdir(), 'media-'));
  cpSync('media', media, { recursive: true });
  vi.stubEnv('MEDIA_DIR', media);
  resetConfig();
  await syncCatalogue();
  await indexCourses(now, new AbortController().signal);
});

afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
  rmSync(media, { recursive: true });
});

interface SearchOptions {
  lang?: Language;
  actor?: MaybeActor;
  kind?: SearchKind;
  page?: number;
  at?: Date;
}
const ask = (q: string, { lang = 'en', actor = null, kind, page = 1, at = now }: SearchOptions = {}) =>
  search({ q, lang, actor, kind, page, now: at });
const findResults = async (q: string, kind: SearchKind, asked: SearchOptions = {}) =>
  (await ask(q, { ...asked, kind }))[0]?.results ?? [];
const markText = (parts: SearchResult['title']) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');
const findUrls = async (q: string, kind: SearchKind, asked: SearchOptions = {}) =>
  (await findResults(q, kind, asked)).map(({ url }) => url);

const writeCaptions = (lesson: string, ...texts: string[]) =>
  saveCaptions(admin, {
    courseSlug: slug,
    lesson,
    lang: 'en',
    change: {
      en: {
        name: 'en.vtt',
        text: `WEBVTT\n\n${texts.map((text, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${text}\n`).join('\n')}`,
      },
    },
  });
const enrolLearner = async () => {
  const userId = await seedLearner(learner.userId);
  await transaction((tx) => grantEnrolment(tx, { userId, courseSlug: slug, orderId: null, source: 'purchase', now }));
};
const buildArticle = (id: string, more: Record<string, unknown> = {}) =>
  articleChangeSchema.parse({
    id,
    category: 'web',
    imageUrl: null,
    publishedAt: '2026-11-01T00:00:00Z',
    published: true,
    texts: {
      en: {
        title: `Zebra ${id}`,
        description: 'A description that is long enough',
        category: 'Web',
        html: '<p>First sentence. Then the <b>okapi</b> walks &amp; eats. Last one.</p>',
      },
    },
    ...more,
  });

describe('search results [N19]', () => {
  test('include courses, lessons to the second, articles and pages, with the query words marked [N19]', async () => {
    await changeArticle(admin, null, buildArticle('one'));
    await writeCaptions('03-layouts.mp4', 'A quokka comes by', 'nothing here', 'two quokkas and a layout');
    await enrolLearner();
    expect(markText((await findResults('next zero', 'course'))[0]!.title)).toMatch(/\[Next/);
    const [lesson] = await findResults('quokka', 'lesson', { actor: learner });
    expect(lesson!.snippets.map(({ parts, second }) => [second, markText(parts)])).toEqual([
      [0, 'A [quokka] comes by'],
      [2, 'two [quokkas] and a layout'],
    ]);
    expect(lesson!.course!.url).toBe(`/en/details/course-page/courses-data/${slug}`);
    const [found] = await findResults('okapi', 'article');
    expect([found!.url, markText(found!.snippets[0]!.parts)]).toEqual([
      '/en/articles/one',
      'Then the [okapi] walks & eats.',
    ]);
    expect(await findUrls('privacy', 'page')).toContain('/en/policy');
    expect(await findUrls('web development', 'page')).toContain('/en/details/service-page/build/web-development');
    expect((await ask('next')).map(({ kind }) => kind)).toContain('course');
  });

  test('match Arabic in any spelling: hamza, ta marbuta, alef maqsura, marks, tatweel, digits and the article [N19, C11]', async () => {
    await enrolLearner();
    await saveCaptions(admin, {
      courseSlug: slug,
      lesson: '03-layouts.mp4',
      lang: 'ar',
      change: {
        ar: { name: 'ar.vtt', text: 'WEBVTT\n\n00:07.000 --> 00:09.000\nالإجَابَةُ الكُبرى فِي المـــظلة رقم ١٢\n' },
      },
    });
    for (const q of ['اجابه', 'الاجابة', 'إجابةٌ', 'كبري', 'مظله', 'المظلة 12', '١٢ مظلة']) {
      const [found] = await findResults(q, 'lesson', { lang: 'ar', actor: learner });
      expect([q, found?.snippets[0]?.second]).toEqual([q, 7]);
      expect(
        found!.snippets[0]!.parts.some(({ isMatch }) => isMatch),
        q,
      ).toBe(true);
    }
    expect(await findResults('كبرياء', 'lesson', { lang: 'ar' })).toEqual([]);
  });

  test('contain every query word, list titles first, and are split into pages [N19]', async () => {
    for (let number = 1; number <= 12; number += 1) await changeArticle(admin, null, buildArticle(`n-${number}`));
    expect(await ask('zebra quokkaword')).toEqual([]);
    const [first] = await ask('zebra', { kind: 'article' });
    const [second] = await ask('zebra', { kind: 'article', page: 2 });
    expect([first!.total, first!.results.length, second!.results.length]).toEqual([12, 10, 2]);
    expect(new Set([...first!.results, ...second!.results].map(({ url }) => url)).size).toBe(12);
    expect(await ask('zebra', { kind: 'article', page: 3 })).toEqual([]);
    expect((await ask('zebra'))[0]).toMatchObject({ kind: 'article', total: 12, results: { length: 4 } });
    await writeCaptions('03-layouts.mp4', 'only said: publish');
    const titles = (await findResults('publish', 'lesson')).map(({ title }) => markText(title).includes('['));
    expect(titles).toEqual([...titles].sort((one, other) => Number(other) - Number(one)));
  });
});

test('a compound is found when it is typed as one word, in articles, lessons, courses and pages [N19]', async () => {
  const text = { title: 'Zebra', description: 'A description that is long enough', category: 'Web' };
  const html = '<p>First. Then an E-Mail from Okapi.js. Last one.</p>';
  await changeArticle(admin, null, buildArticle('one', { texts: { en: { ...text, html } } }));
  await writeCaptions('03-layouts.mp4', 'A quokka comes by', 'Open quokka.js first');
  await enrolLearner();
  const [found] = await findResults('okapijs email', 'article');
  expect(markText(found!.snippets[0]!.parts)).toContain('E-Mail from Okapi.js');
  const [lesson] = await findResults('quokkajs', 'lesson', { actor: learner });
  expect(lesson!.snippets.map(({ second }) => second)).toEqual([1]);
  expect(await findUrls('nextjs', 'course')).toEqual([`/en/details/course-page/courses-data/${slug}`]);
  expect((await findUrls('nextjs', 'page')).length).toBe((await findUrls('next.js', 'page')).length);
});

describe('the search index [N19]', () => {
  test('updates captions, texts, names and URLs of a course [N19]', async () => {
    await writeCaptions('03-layouts.mp4', 'wombat');
    expect(await findResults('wombat', 'lesson')).toHaveLength(1);
    await writeCaptions('03-layouts.mp4', 'numbat');
    expect([(await findResults('wombat', 'lesson')).length, (await findResults('numbat', 'lesson')).length]).toEqual([
      0, 1,
    ]);
    const { chapters, planVersion } = await requireAdminCourse(admin, slug);
    const plan = chapters.map((chapter) => ({
      ...chapter,
      lessons: chapter.lessons.map(({ file, name, freePreview }) => ({
        file,
        freePreview,
        name: file === '03-layouts.mp4' ? { ...name, en: 'Bandicoots' } : name,
      })),
    }));
    await arrangeLessons(admin, slug, { chapters: plan, version: planVersion }, now);
    expect(markText((await findResults('bandicoot numbat', 'lesson'))[0]!.title)).toBe('[Bandicoots]');
    const { texts, level, spokenLanguage, textVersion } = await requireAdminCourse(admin, slug);
    await changeCourse(
      admin,
      slug,
      {
        texts: { ...texts, en: { ...texts.en, summary: 'All about pangolins.' } },
        level: level!,
        spokenLanguage,
        published: true,
        version: textVersion,
      },
      now,
    );
    expect(await findResults('pangolin', 'course')).toHaveLength(1);
    await transaction((tx) => renameCourse(tx, slug, 'next-anew'));
    expect(await findUrls('pangolin', 'course')).toEqual(['/en/details/course-page/courses-data/next-anew']);
  });

  test('updates articles when they are saved, moved or removed [N19]', async () => {
    await changeArticle(admin, null, buildArticle('one'));
    await changeArticle(admin, 'one', buildArticle('two'));
    expect(await findUrls('zebra', 'article')).toEqual(['/en/articles/two']);
    await removeArticle(admin, 'two');
    expect(await findUrls('zebra', 'article')).toEqual([]);
  });

  test('the job indexes what is missing, of an older version or from other captions, and nothing else [N19]', async () => {
    expect(await hasCoursesToIndex(now)).toBe(false);
    const client = await db();
    for (const broken of [
      () => client.searchEntry.deleteMany(),
      () => client.searchEntry.updateMany({ data: { version: 0 } }),
      () => client.searchEntry.deleteMany({ where: { lang: 'de' } }),
    ]) {
      await broken();
      expect(await hasCoursesToIndex(now)).toBe(true);
      await indexCourses(now, new AbortController().signal);
      expect(await hasCoursesToIndex(now)).toBe(false);
      expect(await client.searchEntry.count({ where: { captionsFile: { not: null } } })).toBe(60);
    }
    await client.searchEntry.updateMany({
      where: { lesson: '03-layouts.mp4', lang: 'en' },
      data: { captionsFile: 'another.vtt', lines: [] },
    });
    const tomorrow = new Date(now.getTime() + 25 * 3600_000);
    await indexCourses(tomorrow, new AbortController().signal);
    expect(
      await client.searchEntry.findFirst({
        where: { courseSlug: slug, lesson: '03-layouts.mp4', lang: 'en' },
        select: { captionsFile: true },
      }),
    ).not.toMatchObject({ captionsFile: 'another.vtt' });
  });
});

describe('hidden content [N19]', () => {
  test('leaves out drafts, scheduled articles and unpublished courses [N19, O8]', async () => {
    await changeArticle(admin, null, buildArticle('draft', { published: false }));
    await changeArticle(admin, null, buildArticle('later', { publishedAt: '2026-12-01T00:00:00Z' }));
    expect(await findUrls('zebra', 'article')).toEqual([]);
    expect(await findUrls('zebra', 'article', { at: new Date('2026-12-02T00:00:00Z') })).toEqual([
      '/en/articles/later',
    ]);
    await writeCaptions('03-layouts.mp4', 'wombat');
    await (await db()).course.update({ where: { slug }, data: { published: false } });
    expect([await ask('wombat', { actor: admin }), await findResults('next zero', 'course')]).toEqual([[], []]);
  });

  test('shows learners who have not bought a lesson where words are said in it, but never the text [N19, G3]', async () => {
    await writeCaptions('03-layouts.mp4', 'nothing yet', 'a wombat walks through the dry grass', 'a wombat again');
    await seedLearner('other');
    for (const actor of [null, buildActor('guest'), buildActor('learner', { userId: 'other' })]) {
      for (const q of ['wombat', 'wombat dry grass']) {
        const [found] = await findResults(q, 'lesson', { actor });
        expect([found!.isOpen, found!.url, found!.snippets]).toEqual([
          false,
          `/en/details/course-page/courses-data/${slug}`,
          [{ parts: [], second: 1, url: null }],
        ]);
        expect(JSON.stringify(await ask(q, { actor }))).not.toMatch(/walks|again/);
      }
      expect(await ask('wombat', { actor, kind: 'lesson', page: 2 })).toEqual([]);
    }
    await enrolLearner();
    const [open] = await findResults('wombat', 'lesson', { actor: learner });
    expect([open!.isOpen, open!.url, open!.snippets.map(({ url }) => url)]).toEqual([
      true,
      `/en/course/${slug}/03-layouts.mp4`,
      [1, 2].map((second) => `/en/course/${slug}/03-layouts.mp4?t=${second}`),
    ]);
  });

  test('shows a visitor the lines of a free lesson [N19, C6]', async () => {
    const { file } = (await (
      await db()
    ).lesson.findFirst({ where: { courseSlug: slug, freePreview: true }, select: { file: true } }))!;
    await writeCaptions(file, 'a wombat', 'another wombat');
    const [found] = await findResults('wombat', 'lesson');
    expect([found!.isOpen, found!.url, found!.snippets.length]).toEqual([
      true,
      `/en/details/course-page/courses-data/${slug}?lesson=${file}#free-lesson`,
      2,
    ]);
  });
});

const hostile = [
  '\'; DROP TABLE "Article"; --',
  'a & b | !c',
  "a':*",
  '%',
  '_%',
  '\\',
  '***',
  ':*',
  '()',
  '<->',
  '“”',
  '؟!،',
  '   ',
  '',
  '\u0000',
  '\u202e\u200f',
  'x'.repeat(200),
  'و '.repeat(100),
  '<script>alert(1)</script>',
  '\u064b\u064c',
  '(?=a)',
  '[a-',
  '🦘',
  'ﷺ',
  'ß',
  '½',
];

test('a hostile query is treated as plain words or finds nothing [N19]', async () => {
  for (const q of hostile) {
    for (const kind of [undefined, 'course', 'lesson', 'article', 'page'] as const)
      await expect(ask(q, { ...(kind && { kind }), lang: 'ar' }), JSON.stringify(q)).resolves.toBeInstanceOf(Array);
  }
});

test('punctuation and direction marks around a word do not prevent a match [N19]', async () => {
  await writeCaptions('03-layouts.mp4', 'a wombat');
  expect(await findResults('\u202bwombat\u200f!', 'lesson')).toHaveLength(1);
});
