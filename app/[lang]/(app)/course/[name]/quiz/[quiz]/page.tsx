import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { guardedQuiz } from '../../../_quiz/guarded-quiz';
import { QuizOverview } from '../../../_quiz/quiz-overview';
import { quizSegmentsOf, type QuizProps } from '../../../_quiz/segments';
import { now } from '@/lib/clock';
import { quizPath } from '@/lib/courses/catalogue/course';
import { readQuizPage } from '@/lib/courses/quizzes/quiz-pages';

export async function generateMetadata({ params }: QuizProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'quiz' });
  return { title: t('quiz'), robots: { index: false, follow: false } };
}

/** Row N16. */
export default async function QuizPage(props: QuizProps) {
  const { lang, courseSlug, quizId, error } = await quizSegmentsOf(props);
  return guardedQuiz({ lang, courseSlug, quizId, path: quizPath(lang, courseSlug, quizId) }, async (actor) => {
    const page = await readQuizPage({ actor, courseSlug, quizId, lang, now: now() });
    return <QuizOverview page={page} userId={actor.userId} lang={lang} error={error} />;
  });
}
