import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { type QuizProps, readQuizSegments } from '@/components/lesson/page-segments';
import { renderQuiz } from '@/components/quiz-attempt/guarded-quiz';
import { QuizOverview } from '@/components/quiz-attempt/quiz-overview';
import { now } from '@/lib/clock';
import { quizPath } from '@/lib/courses/catalogue/course';
import { readQuizPage } from '@/lib/quizzes/quiz-pages';

export async function generateMetadata({ params }: QuizProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'quiz' });
  return { title: t('quiz'), robots: { index: false, follow: false } };
}

export default async function QuizPage(props: QuizProps) {
  const { lang, courseSlug, quizId, error } = await readQuizSegments(props);
  return renderQuiz({ lang, courseSlug, quizId, path: quizPath(lang, courseSlug, quizId) }, async (actor) => {
    const page = await readQuizPage({ actor, courseSlug, quizId, lang, now: now() });
    return <QuizOverview page={page} userId={actor.userId} lang={lang} error={error} />;
  });
}
