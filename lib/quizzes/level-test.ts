import type { z } from 'zod';
import { isEnabled } from '@/lib/content/enabled-features';
import { findCourseOrMoved } from '@/lib/courses/catalogue/catalogue';
import { findLesson, textIn } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import {
  type answersSchema,
  askInFixedOrder,
  findUnreadable,
  isPass,
  isRight,
  parseAnswer,
  type ShownQuestion,
  toShownQuestion,
} from './questions';
import { type AskedQuestion, parseLessonPlace, parseQuiz, type Quiz, quizColumns } from './quiz';

export interface LevelTestSummary {
  id: string;
  title: string;
  questionCount: number;
}

interface LevelStep {
  course: { slug: string; title: string };
  lesson: { file: string; name: string };
  right: number;
  asked: number;
  isKnown: boolean;
}

export interface LevelResult {
  steps: LevelStep[];
  begin: LevelStep | null;
  missed: string | null;
}

export interface LevelTest extends LevelTestSummary {
  questions: ShownQuestion[];
  /** Null until the test is answered, and while a number cannot be read. */
  result: LevelResult | null;
}

export async function listLevelTests(lang: Language): Promise<LevelTestSummary[]> {
  if (!(await isEnabled('levelTest'))) return [];
  const client = await db();
  const rows = await client.quiz.findMany({
    where: { purpose: 'level', published: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: quizColumns,
  });
  const tests = await Promise.all(rows.map(async (row) => addOfferedQuestions(parseQuiz(row), lang)));
  return tests.filter(({ quiz }) => quiz.questions.length > 0).map(({ quiz }) => summaryOf(quiz, lang));
}

const summaryOf = (quiz: Quiz, lang: Language): LevelTestSummary => ({
  id: quiz.id,
  title: textIn(quiz.title, lang),
  questionCount: quiz.questions.length,
});

type LessonRef = Pick<LevelStep, 'course' | 'lesson'>;

async function addOfferedQuestions(
  quiz: Quiz,
  lang: Language,
): Promise<{ quiz: Quiz; places: ReadonlyMap<string, LessonRef> }> {
  const named = [...new Set(quiz.questions.flatMap(({ begin }) => begin ?? []))];
  const slugs = [...new Set(named.map((place) => parseLessonPlace(place).courseSlug))];
  const courses = new Map(
    await Promise.all(slugs.map(async (slug) => [slug, await findCourseOrMoved(slug, lang)] as const)),
  );
  const places = new Map(
    named.flatMap((name) => {
      const { courseSlug, lesson: file } = parseLessonPlace(name);
      const course = courses.get(courseSlug);
      const lesson = course?.published ? findLesson(course, file) : null;
      return course && lesson
        ? [[name, { course: { slug: course.slug, title: course.title }, lesson: { file, name: lesson.name } }] as const]
        : [];
    }),
  );
  return {
    quiz: { ...quiz, questions: quiz.questions.filter(({ begin }) => begin !== undefined && places.has(begin)) },
    places,
  };
}

/** Stores nothing. Questions about one lesson form a step; the result contains scores but no solutions. */
export async function takeLevelTest({
  id,
  answers,
  lang,
}: {
  id: string;
  answers: z.output<typeof answersSchema> | null;
  lang: Language;
}): Promise<LevelTest | null> {
  const client = await db();
  const row = await client.quiz.findUnique({ where: { id, purpose: 'level', published: true }, select: quizColumns });
  if (!row) return null;
  const { quiz, places } = await addOfferedQuestions(parseQuiz(row), lang);
  if (quiz.questions.length === 0) return null;
  const asked = askInFixedOrder(quiz.questions);
  const graded = asked.map((question) => {
    const fields = answers?.[question.id];
    const answer = fields === undefined ? null : parseAnswer(question, fields, lang);
    return { question, answer, fields, isRight: isRight(question, answer) };
  });
  const questions = graded.map(({ question, answer, fields }) => toShownQuestion(question, answer, lang, fields));
  const isReadable = answers !== null && findUnreadable(asked, answers).length === 0;
  return {
    ...summaryOf(quiz, lang),
    questions,
    result: isReadable ? computeResult(graded, places, { passPercent: quiz.passPercent, lang }) : null,
  };
}

interface GradedQuestion {
  question: AskedQuestion;
  isRight: boolean;
}

function computeResult(
  graded: readonly GradedQuestion[],
  places: ReadonlyMap<string, LessonRef>,
  { passPercent, lang }: { passPercent: number; lang: Language },
): LevelResult {
  const steps = [...places].map(([name, place]) => {
    const own = graded.filter(({ question }) => question.begin === name);
    const right = own.filter((each) => each.isRight).length;
    const missed = own.find((each) => !each.isRight)?.question;
    return {
      missed,
      step: { ...place, right, asked: own.length, isKnown: isPass({ right, asked: own.length, passPercent }) },
    };
  });
  const begin = steps.find(({ step }) => !step.isKnown);
  return {
    steps: steps.map(({ step }) => step),
    begin: begin?.step ?? null,
    missed: begin?.missed ? textIn(begin.missed.text, lang) : null,
  };
}
