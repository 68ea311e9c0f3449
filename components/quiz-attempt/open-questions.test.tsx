import { prerender } from 'react-dom/static';
import { beforeEach, expect, test, vi } from 'vitest';
import AttemptPage from '@/app/[lang]/(app)/course/[name]/quiz/[quiz]/[attempt]/page';
import { saveForm } from '@/lib/api/form-posts';
import { loadTranslator } from '@/lib/i18n/messages';
import { sendAnswers, startAttempt } from '@/lib/quizzes/attempts';
import { courseName, createWorld, enrol, world } from '@/tests/support/calls/call-world';
import { questionOfEachKind, seedQuiz } from '@/tests/support/quizzes';

const cookies = new Map<string, { value: string }>();

vi.mock('next-intl/server', () => ({
  getTranslations: async ({ lang = 'en', namespace }: { lang?: 'en'; namespace: string }) => {
    const t = await loadTranslator(lang);
    return Object.assign((key: string, values?: Record<string, string>) => t(`${namespace}.${key}`, values), {
      raw: (key: string) => t(`${namespace}.${key}`),
      has: () => true,
    });
  },
  getFormatter: async () => ({ dateTime: String }),
}));
vi.mock('next/navigation', async (importOriginal) => ({ ...(await importOriginal<object>()), useRouter: () => ({}) }));
vi.mock('next/headers', () => ({ cookies: async () => cookies, headers: async () => new Headers() }));
vi.mock('@/lib/accounts/sessions/current-actor', () => ({ requireLearner: async () => world.learnerActor }));

let attempt = '';
const quiz = 'routes';

beforeEach(async () => {
  cookies.clear();
  await createWorld();
  await enrol();
  await seedQuiz({ questions: questionOfEachKind.filter(({ kind }) => kind === 'number' || kind === 'true_false') });
  const actor = world.learnerActor;
  attempt = (await startAttempt({ actor, userId: actor.userId, quizId: quiz, now: new Date() })).id;
});

async function renderPage(query: Record<string, string>): Promise<string> {
  const page = await AttemptPage({
    params: Promise.resolve({ lang: 'en', name: courseName, quiz, attempt }),
    searchParams: Promise.resolve(query),
  });
  const { prelude } = await prerender(page);
  return new Response(prelude as unknown as ReadableStream).text();
}
const answer = (answers: Record<string, string>) =>
  sendAnswers({
    actor: world.learnerActor,
    userId: world.learnerActor.userId,
    attemptId: attempt,
    answers,
    finish: false,
    lang: 'en',
    now: new Date(),
  });

test('finishing with unanswered questions without JavaScript asks for confirmation in place of the questions [N16]', async () => {
  await answer({ secret: 'false' });
  const asked = await renderPage({ open: '1' });
  expect(asked).toContain('Unanswered: 1 of 2.');
  expect(asked).toMatch(/<button value="1" type="submit"[^>]* name="finish"/);
  expect(asked).not.toContain('answers.cost');
  expect(await renderPage({ open: '1', error: 'database-down' }), 'what went wrong is said').toMatch(
    /role="alert".*answers\.cost/s,
  );
  await answer({ cost: '200' });
  expect(await renderPage({ open: '1' })).toContain('answers.cost');
});

test('an unreadable number without JavaScript stays in its field with an error [N16]', async () => {
  cookies.set('form', {
    value: /^form=([^;]+)/.exec(saveForm(null, { answers: { cost: 'two hundred', secret: 'true' } }))![1]!,
  });
  const again = await renderPage({ error: 'invalid' });
  expect(again).toContain('value="two hundred"');
  expect(again).toMatch(/id="answers.cost-error"[^>]*>.*This could not be read as a number/);
  expect(again).toContain('Your other answers are saved');
});
