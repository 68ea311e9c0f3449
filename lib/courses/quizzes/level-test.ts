import 'server-only';
import type { z } from 'zod';
import { findCourseOrMoved } from '@/lib/courses/catalogue/catalogue';
import { findLesson, textIn } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { answerOf, isPass, isRight, type answersSchema } from './answer';
import { askAlike, shownQuestion, type ShownQuestion } from './question';
import { lessonPlace, quizColumns, quizOf, type AskedQuestion, type Quiz } from './quiz';

export interface LevelTestSummary { id: string; title: string; questionCount: number }

/** A lesson, and how its questions were answered; known when enough were right. */
export interface LevelStep { course: { slug: string; title: string }; lesson: { file: string; name: string }; right: number; asked: number; isKnown: boolean }

export interface LevelResult {
  steps: LevelStep[];
  /** The first step that is not known; null when all are. */
  begin: LevelStep | null;
  /** The question of that step that was missed first. */
  missed: string | null;
}

export interface LevelTest extends LevelTestSummary {
  questions: ShownQuestion[];
  /** Null before the test was answered. */
  result: LevelResult | null;
}

export async function listLevelTests(lang: Language): Promise<LevelTestSummary[]> {
  const client = await db();
  const rows = await client.quiz.findMany({ where: { purpose: 'level', published: true }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], select: quizColumns });
  return rows.map((row) => summaryOf(quizOf(row), lang));
}

const summaryOf = (quiz: Quiz, lang: Language): LevelTestSummary => ({ id: quiz.id, title: textIn(quiz.title, lang), questionCount: quiz.questions.length });

/**
 * Places a visitor, for whom nothing is stored. Questions stand in the order of the courses; those of the same lesson are
 * a step. What is right is never sent, only how many answers were.
 * @param answers null before the test was answered
 */
export async function takeLevelTest({ id, answers, lang }: { id: string; answers: z.output<typeof answersSchema> | null; lang: Language }): Promise<LevelTest | null> {
  const client = await db();
  const row = await client.quiz.findUnique({ where: { id, purpose: 'level', published: true }, select: quizColumns });
  if (!row) return null;
  const quiz = quizOf(row);
  const graded = askAlike(quiz.questions).map((question) => {
    const fields = answers?.[question.id];
    const answer = fields === undefined ? null : answerOf(question, fields);
    return { question, answer, isRight: isRight(question, answer) };
  });
  const questions = graded.map(({ question, answer }) => shownQuestion(question, answer, lang));
  return { ...summaryOf(quiz, lang), questions, result: answers && (await resultOf(graded, quiz.passPercent, lang)) };
}

interface Graded { question: AskedQuestion; isRight: boolean }

async function resultOf(graded: readonly Graded[], passPercent: number, lang: Language): Promise<LevelResult> {
  const places = [...new Set(graded.flatMap(({ question }) => question.begin ?? []))];
  const steps = await Promise.all(places.map(async (place) => {
    const own = graded.filter(({ question }) => question.begin === place);
    const right = own.filter((each) => each.isRight).length;
    const found = await findPlace(place, lang);
    const missed = own.find((each) => !each.isRight);
    return found && { ...found, right, asked: own.length, isKnown: isPass({ right, asked: own.length, passPercent }), missed: missed ? textIn(missed.question.text, lang) : null };
  }));
  const present = steps.filter((step) => step !== null);
  const begin = present.find(({ isKnown }) => !isKnown);
  const shown = present.map(({ missed: _missed, ...step }) => step);
  return { steps: shown, begin: shown[begin ? present.indexOf(begin) : -1] ?? null, missed: begin?.missed ?? null };
}

/** Null for a lesson that is no longer offered. */
async function findPlace(place: string, lang: Language): Promise<Pick<LevelStep, 'course' | 'lesson'> | null> {
  const { courseSlug, lesson: file } = lessonPlace(place);
  const course = await findCourseOrMoved(courseSlug, lang);
  const lesson = course?.published ? findLesson(course, file) : null;
  return course && lesson ? { course: { slug: course.slug, title: course.title }, lesson: { file, name: lesson.name } } : null;
}
