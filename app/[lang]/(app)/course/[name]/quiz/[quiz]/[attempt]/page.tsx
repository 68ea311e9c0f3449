import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { type QuizProps, readQuizSegments } from '@/components/lesson/page-segments';
import { AttemptResult } from '@/components/quiz-attempt/attempt-result';
import { renderQuiz } from '@/components/quiz-attempt/guarded-quiz';
import { OpenAttempt, OpenQuestions } from '@/components/quiz-attempt/open-attempt';
import { readSavedFormOfPage } from '@/lib/api/form-posts';
import { now } from '@/lib/clock';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { answersSchema } from '@/lib/quizzes/questions';
import { readAttemptPage } from '@/lib/quizzes/quiz-pages';

export async function generateMetadata({ params }: QuizProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'quiz' });
  return { title: t('quiz'), robots: { index: false, follow: false } };
}

export default async function AttemptPage(props: QuizProps) {
  const { lang, courseSlug, quizId, attemptId, isSaved, isOpen, error } = await readQuizSegments(props);
  const path = attemptPath(lang, { courseSlug, quizId, id: attemptId });
  return renderQuiz({ lang, courseSlug, quizId, path }, async (actor) => {
    const at = now();
    const typed = error ? answersSchema.safeParse((await readSavedFormOfPage()).fields.answers).data : undefined;
    const attempt = await readAttemptPage({ actor, courseSlug, quizId, attemptId, lang, now: at, typed });
    if (attempt.state === 'ended')
      return <AttemptResult attempt={attempt} userId={actor.userId} lang={lang} error={error} />;
    if (isOpen && !error && attempt.questions.some(({ answer }) => answer === null))
      return <OpenQuestions attempt={attempt} userId={actor.userId} lang={lang} />;
    return <OpenAttempt attempt={attempt} userId={actor.userId} lang={lang} now={at} isSaved={isSaved} error={error} />;
  });
}
