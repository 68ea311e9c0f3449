import { quizSchema, type QuizData } from '@/lib/content/quiz-schema';
import { toColumns } from '@/lib/quizzes/quiz';
import { db } from '@/lib/database/client';

const inAllLanguages = (ar: string, en: string, de: string) => ({ ar, en, de });
const repeatInLanguages = (text: string) => inAllLanguages(`${text} ع`, text, `${text} (de)`);

export const questionOfEachKind: QuizData['questions'] = [
  {
    kind: 'one',
    id: 'router',
    text: repeatInLanguages('What is an address?'),
    explanation: repeatInLanguages('A folder is an address.'),
    options: [
      { text: repeatInLanguages('right folder'), right: true },
      { text: repeatInLanguages('wrong list'), right: false },
      { text: repeatInLanguages('wrong file'), right: false },
    ],
  },
  {
    kind: 'several',
    id: 'checks',
    text: repeatInLanguages('What is checked before launch?'),
    options: [
      { text: repeatInLanguages('right build'), right: true },
      { text: repeatInLanguages('right backup'), right: true },
      { text: repeatInLanguages('wrong logo'), right: false },
    ],
  },
  { kind: 'true_false', id: 'secret', text: repeatInLanguages('A secret may reach the browser.'), right: false },
  {
    kind: 'number',
    id: 'cost',
    text: repeatInLanguages('2000 for 10 buyers: how much for one?'),
    right: 200,
    tolerance: 0.5,
  },
  {
    kind: 'ordering',
    id: 'stations',
    text: repeatInLanguages('Put into order'),
    items: [repeatInLanguages('item one'), repeatInLanguages('item two'), repeatInLanguages('item three')],
  },
];

export const buildQuiz = (over: Partial<QuizData> = {}): QuizData =>
  quizSchema.parse({
    purpose: 'lesson',
    lesson: 'nextjs-from-zero/02-first.mp4',
    published: true,
    title: inAllLanguages('اختبار', 'Quiz', 'Quiz auf Deutsch'),
    passPercent: 60,
    maxAttempts: 2,
    timeLimitMinutes: null,
    shuffle: true,
    neededForCertificate: false,
    questions: questionOfEachKind,
    ...over,
  });

export async function seedQuiz(over: Partial<QuizData> = {}, id = 'routes'): Promise<string> {
  await (await db()).quiz.create({ data: { id, ...toColumns(buildQuiz(over)) }, select: { id: true } });
  return id;
}

const buildShortQuiz = () => buildQuiz({ questions: [questionOfEachKind[0]!] });

export const quizBodies = {
  'POST /api/admin/quizzes': { id: 'routes', ...buildShortQuiz() },
  'PUT /api/admin/quizzes/[id]': { ...buildShortQuiz(), version: 'x' },
};
