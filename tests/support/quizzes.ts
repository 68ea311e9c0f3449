import { type QuizData, quizSchema } from '@/lib/content/quiz-schema';
import { db } from '@/lib/database/client';
import { toColumns } from '@/lib/quizzes/quiz';

const translate = (text: string) => ({ ar: `${text} ع`, en: text, de: `${text} (de)` });

export const questionOfEachKind: QuizData['questions'] = [
  {
    kind: 'one',
    id: 'router',
    text: translate('What is an address?'),
    explanation: translate('A folder is an address.'),
    options: [
      { text: translate('right folder'), right: true },
      { text: translate('wrong list'), right: false },
      { text: translate('wrong file'), right: false },
    ],
  },
  {
    kind: 'several',
    id: 'checks',
    text: translate('What is checked before launch?'),
    options: [
      { text: translate('right build'), right: true },
      { text: translate('right backup'), right: true },
      { text: translate('wrong logo'), right: false },
    ],
  },
  { kind: 'true_false', id: 'secret', text: translate('A secret may reach the browser.'), right: false },
  {
    kind: 'number',
    id: 'cost',
    text: translate('2000 for 10 buyers: how much for one?'),
    right: 200,
    tolerance: 0.5,
  },
  {
    kind: 'ordering',
    id: 'stations',
    text: translate('Put into order'),
    items: [translate('item one'), translate('item two'), translate('item three')],
  },
];

export const buildQuiz = (over: Partial<QuizData> = {}): QuizData =>
  quizSchema.parse({
    purpose: 'lesson',
    lesson: 'nextjs-from-zero/02-first.mp4',
    published: true,
    title: { ar: 'اختبار', en: 'Quiz', de: 'Quiz auf Deutsch' },
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
