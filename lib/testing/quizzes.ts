import { quizSchema, type QuizData } from '@/lib/content/quiz-schema';
import { columnsOf } from '@/lib/courses/quizzes/quiz';
import { db } from '@/lib/database/client';

const inAll = (ar: string, en: string, de: string) => ({ ar, en, de });
const same = (text: string) => inAll(`${text} ع`, text, `${text} (de)`);

/** For tests: a question of each kind; of choices the options that are right say so. */
export const questionOfEachKind: QuizData['questions'] = [
  { kind: 'one', id: 'router', text: same('What is an address?'), explanation: same('A folder is an address.'), options: [{ text: same('right folder'), right: true }, { text: same('wrong list'), right: false }, { text: same('wrong file'), right: false }] },
  { kind: 'several', id: 'checks', text: same('What is checked before launch?'), options: [{ text: same('right build'), right: true }, { text: same('right backup'), right: true }, { text: same('wrong logo'), right: false }] },
  { kind: 'true_false', id: 'secret', text: same('A secret may reach the browser.'), right: false },
  { kind: 'number', id: 'cost', text: same('2000 for 10 buyers: how much for one?'), right: 200, tolerance: 0.5 },
  { kind: 'ordering', id: 'stations', text: same('Put into order'), items: [same('item one'), same('item two'), same('item three')] },
];

export const sampleQuiz = (over: Partial<QuizData> = {}): QuizData => quizSchema.parse({
  purpose: 'lesson', lesson: 'nextjs-from-zero/02-first.mp4', published: true, title: inAll('اختبار', 'Quiz', 'Quiz auf Deutsch'), passPercent: 60, maxAttempts: 2, timeLimitMinutes: null,
  shuffle: true, neededForCertificate: false, questions: questionOfEachKind, ...over,
});

/** For tests: a quiz of the course of `seedCourse`. */
export async function seedQuiz(over: Partial<QuizData> = {}, id = 'routes'): Promise<string> {
  await (await db()).quiz.create({ data: { id, ...columnsOf(sampleQuiz(over)) }, select: { id: true } });
  return id;
}

const short = () => sampleQuiz({ questions: [questionOfEachKind[0]!] });

/** What the calls of quizzes expect; null for those that read no body. */
export const quizBodies = {
  'POST /api/user/[userId]/quizzes/[quizId]/attempts': null,
  'POST /api/user/[userId]/quiz-attempts/[attemptId]': { answers: { router: '0', stations: { 0: '2' } }, finish: false },
  'POST /api/admin/quizzes': { id: 'routes', ...short() },
  'PUT /api/admin/quizzes/[id]': { ...short(), version: 'x' },
};
