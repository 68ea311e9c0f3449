import { beforeEach, describe, expect, it } from 'vitest';
import { contentPathOf, requireFile } from '@/lib/content/files';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { db } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { resetDatabase } from '@/tests/support/database';
import { listLevelTests, takeLevelTest } from './level-test';
import { findQuiz, syncQuizzes } from './quiz';

beforeEach(async () => {
  await resetDatabase();
  await syncCatalogue();
  await syncQuizzes();
});

const id = 'level-web';
const options: Record<string, string[]> = {};

async function buildAnswers(
  given: Record<string, string | string[]>,
): Promise<Record<string, string | Record<string, string>>> {
  for (const question of (await take(null))!.questions) options[question.id] = question.options;
  const findOption = (question: string, text: string) => {
    const exact = options[question]!.indexOf(text);
    return String(exact >= 0 ? exact : options[question]!.findIndex((option) => option.includes(text)));
  };
  return Object.fromEntries(
    Object.entries(given).map(([question, text]) => {
      if (Array.isArray(text))
        return [question, Object.fromEntries(text.map((each) => [findOption(question, each), '1']))];
      return [question, options[question]!.length > 0 ? findOption(question, text) : text];
    }),
  );
}

const start = { 'html-link': 'The tag `a`', 'js-length': '2' };
const take = (answers: Record<string, string | Record<string, string>> | null, lang: 'ar' | 'en' | 'de' = 'en') =>
  takeLevelTest({ id, answers, lang });

describe('the level test', () => {
  it('recommends the first lesson if no answer is right, and says why [N16, L5]', async () => {
    const test = await take({});
    expect(test?.result).toMatchObject({
      begin: { course: { slug: 'nextjs-from-zero' }, lesson: { file: '01-welcome.mp4' }, right: 0, asked: 2 },
      missed: 'Which HTML tag creates a link?',
    });
  });

  it('begins at the first unknown step, even if later steps are known [N16, L5]', async () => {
    const test = await take(
      await buildAnswers({
        ...start,
        'folder-is-address': 'The address `/team`',
        'why-link': 'Search engines',
        'layout-repeats': 'true',
        'who-protects': 'The server',
      }),
    );
    expect(test?.result?.begin).toMatchObject({
      lesson: { file: '02-first-page.mp4', name: 'The first page and the first link' },
      right: 1,
      asked: 2,
    });
    expect(test?.result?.missed).toMatch(/^Why do we use `Link`/);
    expect(test?.result?.steps.map(({ isKnown }) => isKnown)).toEqual([true, false, false, false, true, false, false]);
  });

  it('recommends no lesson if every answer is right [N16, L5]', async () => {
    const all = {
      ...start,
      'folder-is-address': 'The address `/team`',
      'why-link': 'The visitor moves',
      'layout-repeats': 'true',
      'logical-css': ['margin-inline-start', 'text-align: end'],
      'async-page': '`async` function',
      'who-protects': 'The server',
      'screen-follows-data': 'Change the data',
      'expo-router': 'takes a value',
    };
    expect((await take(await buildAnswers(all)))?.result).toMatchObject({ begin: null, missed: null });
  });

  it('stores nothing, is the same at each request, and never contains the right answers [N16, L5]', async () => {
    for (const lang of languages) {
      expect(await listLevelTests(lang)).toHaveLength(2);
      for (const { id: each } of await listLevelTests(lang)) {
        const test = await takeLevelTest({ id: each, answers: null, lang });
        expect(await takeLevelTest({ id: each, answers: null, lang })).toEqual(test);
        for (const question of test!.questions)
          expect(Object.keys(question).sort()).toEqual([
            'answer',
            'id',
            'kind',
            'options',
            'text',
            ...(question.kind === 'number' ? ['typed'] : []),
          ]);
        expect(JSON.stringify((await takeLevelTest({ id: each, answers: {}, lang }))?.questions)).not.toMatch(
          /"right"|rightAnswer|place/,
        );
      }
    }
    const stations = (await takeLevelTest({ id: 'level-marketing', answers: null, lang: 'en' }))!.questions[0]!;
    expect(stations.options[0]).not.toMatch(/^The customer/);
    const authored = (await findQuiz(id))!.questions.flatMap((question) =>
      'options' in question ? [question.options.map(({ text }) => text.en).join()] : [],
    );
    const shown = (await take(null))!.questions
      .filter(({ kind }) => kind === 'one' || kind === 'several')
      .map((question) => question.options.join());
    expect(shown, 'the right one does not always stand first').not.toEqual(authored);
    expect(await (await db()).quizAttempt.count()).toBe(0);
  });

  it('asks again for an unreadable number, with the entry, before it shows a result [N16, L5]', async () => {
    const answers = await buildAnswers({ ...start, 'layout-repeats': 'true' });
    const again = (await take({ ...answers, 'js-length': 'two' }))!;
    expect(again.result).toBeNull();
    expect(again.questions.filter(({ answer }) => answer !== null).map((question) => question.id)).toEqual([
      'html-link',
      'layout-repeats',
    ]);
    expect(again.questions.find((question) => question.id === 'js-length')?.typed).toBe('two');
    expect((await take({ ...answers, 'js-length': '٢ items' }))?.result?.steps[0]).toMatchObject({
      right: 2,
      asked: 2,
    });
  });

  it('leaves out questions that lead to unpublished courses, and does not exist when none is left [N16, L5]', async () => {
    const client = await db();
    const places = (await findQuiz(id))!.questions.map(({ begin }) => begin!);
    const slugs = [...new Set(places.map((place) => place.split('/')[0]!))];
    expect(slugs.length).toBeGreaterThan(1);
    const setOffer = (slug: string, published: boolean) =>
      client.course.update({ where: { slug }, data: { published }, select: { slug: true } });
    await setOffer(slugs[0]!, false);
    const left = places.filter((place) => !place.startsWith(`${slugs[0]}/`)).length;
    expect((await take({}))?.questions).toHaveLength(left);
    expect((await take({}))?.result).toMatchObject({
      begin: { course: { slug: slugs[1] } },
      missed: expect.any(String) as unknown,
    });
    expect((await listLevelTests('en')).find((test) => test.id === id)).toMatchObject({ questionCount: left });
    for (const slug of slugs) await setOffer(slug, false);
    expect(await take({})).toBeNull();
    expect((await listLevelTests('en')).map((test) => test.id)).not.toContain(id);
  });

  it('a quiz of a course is not a level test [N16]', async () => {
    expect(await takeLevelTest({ id: 'nextjs-start', answers: null, lang: 'en' })).toBeNull();
  });
});

describe('quizzes as content files', () => {
  it('follow their file until they are edited [N16]', async () => {
    const client = await db();
    expect(await client.quiz.count()).toBe(8);
    const forget = (more: object) =>
      client.quiz.update({
        where: { id: 'nextjs-start' },
        data: { syncedHash: 'older', published: false, ...more },
        select: { id: true },
      });
    await forget({ editedAt: new Date() });
    await syncQuizzes();
    expect((await findQuiz('nextjs-start'))?.published).toBe(false);
    await forget({ editedAt: null });
    await syncQuizzes();
    expect((await findQuiz('nextjs-start'))?.published).toBe(true);
  });

  it('no URL serves a file with the right answers [N16]', async () => {
    for (const path of [
      'midan/quizzes/nextjs-start.json',
      'midan/content/quizzes/nextjs-start.json',
      'midan/content/ar/quizzes/nextjs-start.json',
      'midan/content/ar/../quizzes/nextjs-start.json',
      'quizzes/nextjs-start.json',
      'midan/content/common/../quizzes/nextjs-start.json',
    ]) {
      await expect(requireFile(contentPathOf(path.split('/'), 'midan')), path).rejects.toMatchObject({ status: 404 });
    }
  });

  it('every lesson that a sample quiz names exists [N16]', async () => {
    const client = await db();
    const lessons = new Set(
      (await client.lesson.findMany({ select: { courseSlug: true, file: true } })).map(
        ({ courseSlug, file }) => `${courseSlug}/${file}`,
      ),
    );
    for (const row of await client.quiz.findMany({ select: { id: true } })) {
      const quiz = (await findQuiz(row.id))!;
      const named = [
        ...(quiz.courseSlug ? [`${quiz.courseSlug}/${quiz.lesson}`] : []),
        ...quiz.questions.flatMap(({ begin }) => begin ?? []),
      ];
      expect(
        named.filter((place) => !lessons.has(place)),
        quiz.id,
      ).toEqual([]);
    }
  });
});
