import { getTranslations } from 'next-intl/server';
import type { CourseQuery } from '../../_lesson/segments';
import { formError } from '../form-error';
import type { LessonPlace } from '../lesson-place';
import { questionLabelKeys, type QuestionsInitial, type QuestionsLabels, type QuestionsView } from './questions-labels';
import type { Actor } from '@/lib/actor';
import { listQuestions, readThread } from '@/lib/courses/questions/list-questions';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';

export async function questionsLabels(lang: Language): Promise<QuestionsLabels> {
  const t = await getTranslations({ locale: lang, namespace: 'questions' });
  return Object.fromEntries(questionLabelKeys.map((key) => [key, t.raw(key) as string])) as QuestionsLabels;
}

interface Asked { actor: Actor; place: LessonPlace; query: CourseQuery }

/** For the page that opens with its questions, or with one of them. */
export async function readQuestions({ actor, place, query }: Asked): Promise<QuestionsInitial> {
  const [view, failed] = await Promise.all([readView({ actor, place, query }), formError(query.error, place.lang)]);
  // Dates become texts, as the calls answer them.
  return { view: JSON.parse(JSON.stringify(view)) as QuestionsView, typed: failed?.typed.text ?? '', problem: failed?.text ?? '' };
}

async function readView({ actor, place: { courseSlug, lesson }, query: { question, page = 1 } }: Asked) {
  if (!question) return { list: await listQuestions({ actor, courseSlug, lesson, page }) };
  return readThread({ actor, questionId: question, page }).then((thread) => ({ thread }), (error: unknown) => {
    if (error instanceof Problem && error.status === 404) return { missing: true };
    throw error;
  });
}
