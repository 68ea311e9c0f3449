import { beforeEach, describe, expect, it } from 'vitest';
import { contentPathOf } from '@/lib/content/files/asset-path';
import { requireFile } from '@/lib/content/files/require-file';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { languages } from '@/lib/language';
import { db } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { listLevelTests, takeLevelTest } from './level-test';
import { findQuiz } from './quiz';
import { syncQuizzes } from './sync-quizzes';

beforeEach(async () => {
  await freshDatabase();
  await syncCatalogue();
  await syncQuizzes();
});

const id = 'level-web';
const options: Record<string, string[]> = {};

/** The answers of a form to these questions of the test in English: the option's text or a part of it, of several options a list. */
async function answersTo(given: Record<string, string | string[]>): Promise<Record<string, string | Record<string, string>>> {
  for (const question of (await take(null))!.questions) options[question.id] = question.options;
  const at = (question: string, text: string) => {
    const exact = options[question]!.indexOf(text);
    return String(exact >= 0 ? exact : options[question]!.findIndex((option) => option.includes(text)));
  };
  return Object.fromEntries(Object.entries(given).map(([question, text]) => {
    if (Array.isArray(text)) return [question, Object.fromEntries(text.map((each) => [at(question, each), '1']))];
    return [question, options[question]!.length > 0 ? at(question, text) : text];
  }));
}

const start = { 'html-link': 'The tag `a`', 'js-length': '2' };
const take = (answers: Record<string, string | Record<string, string>> | null, lang: 'ar' | 'en' | 'de' = 'en') => takeLevelTest({ id, answers, lang });

describe('the level test', () => {
  it('N16 L5 sends whoever knows nothing to the first lesson, and says why', async () => {
    const test = await take({});
    expect(test?.result).toMatchObject({ begin: { course: { slug: 'nextjs-from-zero' }, lesson: { file: '01-welcome.mp4' }, right: 0, asked: 2 }, missed: 'Which HTML tag creates a link?' });
  });

  it('N16 L5 begins where the first step is not known, whatever is known after it', async () => {
    const test = await take(await answersTo({ ...start, 'folder-is-address': 'The address `/team`', 'why-link': 'Search engines', 'layout-repeats': 'true', 'who-protects': 'The server' }));
    expect(test?.result?.begin).toMatchObject({ lesson: { file: '02-first-page.mp4', name: 'The first page and the first link' }, right: 1, asked: 2 });
    expect(test?.result?.missed).toMatch(/^Why do we use `Link`/);
    expect(test?.result?.steps.map(({ isKnown }) => isKnown)).toEqual([true, false, false, false, true, false, false]);
  });

  it('N16 L5 whoever knows everything has nowhere to begin', async () => {
    const all = {
      ...start, 'folder-is-address': 'The address `/team`', 'why-link': 'The visitor moves', 'layout-repeats': 'true', 'logical-css': ['margin-inline-start', 'text-align: end'],
      'async-page': '`async` function', 'who-protects': 'The server', 'screen-follows-data': 'Change the data', 'expo-router': 'takes a value',
    };
    expect((await take(await answersTo(all)))?.result).toMatchObject({ begin: null, missed: null });
  });

  it('N16 L5 stores nothing, shows itself alike at each request, and never what is right', async () => {
    for (const lang of languages) {
      expect(await listLevelTests(lang)).toHaveLength(2);
      for (const { id: each } of await listLevelTests(lang)) {
        const test = await takeLevelTest({ id: each, answers: null, lang });
        expect(await takeLevelTest({ id: each, answers: null, lang })).toEqual(test);
        for (const question of test!.questions) expect(Object.keys(question).sort()).toEqual(['answer', 'id', 'kind', 'options', 'text', ...(question.kind === 'number' ? ['typed'] : [])]);
        expect(JSON.stringify((await takeLevelTest({ id: each, answers: {}, lang }))?.questions)).not.toMatch(/"right"|rightAnswer|place/);
      }
    }
    const stations = (await takeLevelTest({ id: 'level-marketing', answers: null, lang: 'en' }))!.questions[0]!;
    expect(stations.options[0]).not.toMatch(/^The customer/);
    const authored = (await findQuiz(id))!.questions.flatMap((question) => ('options' in question ? [question.options.map(({ text }) => text.en).join()] : []));
    const shown = (await take(null))!.questions.filter(({ kind }) => kind === 'one' || kind === 'several').map((question) => question.options.join());
    expect(shown, 'the right one does not always stand first').not.toEqual(authored);
    expect(await (await db()).quizAttempt.count()).toBe(0);
  });

  it('N16 L5 a number that cannot be read is asked again with what was typed, before there is a result', async () => {
    const answers = await answersTo({ ...start, 'layout-repeats': 'true' });
    const again = (await take({ ...answers, 'js-length': 'two' }))!;
    expect(again.result).toBeNull();
    expect(again.questions.filter(({ answer }) => answer !== null).map((question) => question.id)).toEqual(['html-link', 'layout-repeats']);
    expect(again.questions.find((question) => question.id === 'js-length')?.typed).toBe('two');
    expect((await take({ ...answers, 'js-length': '٢ items' }))?.result?.steps[0]).toMatchObject({ right: 2, asked: 2 });
  });

  it('N16 L5 asks nothing that leads to a course which is not offered, and is not there when nothing is left', async () => {
    const client = await db();
    const places = (await findQuiz(id))!.questions.map(({ begin }) => begin!);
    const slugs = [...new Set(places.map((place) => place.split('/')[0]!))];
    expect(slugs.length).toBeGreaterThan(1);
    const setOffer = (slug: string, published: boolean) => client.course.update({ where: { slug }, data: { published }, select: { slug: true } });
    await setOffer(slugs[0]!, false);
    const left = places.filter((place) => !place.startsWith(`${slugs[0]}/`)).length;
    expect((await take({}))?.questions).toHaveLength(left);
    expect((await take({}))?.result).toMatchObject({ begin: { course: { slug: slugs[1] } }, missed: expect.any(String) as unknown });
    expect((await listLevelTests('en')).find((test) => test.id === id)).toMatchObject({ questionCount: left });
    for (const slug of slugs) await setOffer(slug, false);
    expect(await take({})).toBeNull();
    expect((await listLevelTests('en')).map((test) => test.id)).not.toContain(id);
  });

  it('N16 a quiz of a course is no level test', async () => {
    expect(await takeLevelTest({ id: 'nextjs-start', answers: null, lang: 'en' })).toBeNull();
  });
});

describe('quizzes as content files', () => {
  it('N16 follow their file until they are edited', async () => {
    const client = await db();
    expect(await client.quiz.count()).toBe(8);
    const forget = (more: object) => client.quiz.update({ where: { id: 'nextjs-start' }, data: { syncedHash: 'older', published: false, ...more }, select: { id: true } });
    await forget({ editedAt: new Date() });
    await syncQuizzes();
    expect((await findQuiz('nextjs-start'))?.published).toBe(false);
    await forget({ editedAt: null });
    await syncQuizzes();
    expect((await findQuiz('nextjs-start'))?.published).toBe(true);
  });

  it('N16 no address serves a file that says what is right', async () => {
    for (const path of ['midan/quizzes/nextjs-start.json', 'midan/content/quizzes/nextjs-start.json', 'midan/content/ar/quizzes/nextjs-start.json', 'midan/content/ar/../quizzes/nextjs-start.json', 'quizzes/nextjs-start.json', 'midan/content/common/../quizzes/nextjs-start.json']) {
      await expect(requireFile(contentPathOf(path.split('/'), 'midan')), path).rejects.toMatchObject({ status: 404 });
    }
  });

  it('N16 every lesson that a sample quiz names is there', async () => {
    const client = await db();
    const lessons = new Set((await client.lesson.findMany({ select: { courseSlug: true, file: true } })).map(({ courseSlug, file }) => `${courseSlug}/${file}`));
    for (const row of await client.quiz.findMany({ select: { id: true } })) {
      const quiz = (await findQuiz(row.id))!;
      const named = [...(quiz.courseSlug ? [`${quiz.courseSlug}/${quiz.lesson}`] : []), ...quiz.questions.flatMap(({ begin }) => begin ?? [])];
      expect(named.filter((place) => !lessons.has(place)), quiz.id).toEqual([]);
    }
  });
});
