import { quizSchema, type QuizData } from '@/lib/content/quiz-schema';
import { toColumns } from '@/lib/quizzes/quiz';
import { db } from '@/lib/database/client';

const inAllLanguages = (ar: string, en: string, de: string) => ({ ar, en, de });
const inEachLanguage = (text: string) => inAllLanguages(`${text} ع`, text, `${text} (de)`);

export const questionOfEachKind: QuizData['questions'] = [
  {
    kind: 'one',
    id: 'router',
    text: inEachLanguage('What is an address?'),
    explanation: inEachLanguage('A folder is an address.'),
    options: [
      { text: inEachLanguage('right folder'), right: true },
      { text: inEachLanguage('wrong list'), right: false },
      { text: inEachLanguage('wrong file'), right: false },
    ],
  },
  {
    kind: 'several',
    id: 'checks',
    text: inEachLanguage('What is checked before launch?'),
    options: [
      { text: inEachLanguage('right build'), right: true },
      { text: inEachLanguage('right backup'), right: true },
      { text: inEachLanguage('wrong logo'), right: false },
    ],
  },
  { kind: 'true_false', id: 'secret', text: inEachLanguage('A secret may reach the browser.'), right: false },
  {
    kind: 'number',
    id: 'cost',
    text: inEachLanguage('2000 for 10 buyers: how much for one?'),
    right: 200,
    tolerance: 0.5,
  },
  {
    kind: 'ordering',
    id: 'stations',
    text: inEachLanguage('Put into order'),
    items: [inEachLanguage('item one'), inEachLanguage('item two'), inEachLanguage('item three')],
  },
];

export const sampleQuiz = (over: Partial<QuizData> = {}): QuizData =>
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
  await (await db()).quiz.create({ data: { id, ...toColumns(sampleQuiz(over)) }, select: { id: true } });
  return id;
}

const short = () => sampleQuiz({ questions: [questionOfEachKind[0]!] });

export const quizBodies = {
  'POST /api/admin/quizzes': { id: 'routes', ...short() },
  'PUT /api/admin/quizzes/[id]': { ...short(), version: 'x' },
};
