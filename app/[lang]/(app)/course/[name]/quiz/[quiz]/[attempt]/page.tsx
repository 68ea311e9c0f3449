import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AttemptResult } from '../../../../_quiz/attempt-result';
import { guardedQuiz } from '../../../../_quiz/guarded-quiz';
import { OpenAttempt } from '../../../../_quiz/open-attempt';
import { OpenQuestions } from '../../../../_quiz/open-questions';
import { quizSegmentsOf, type QuizProps } from '../../../../_quiz/segments';
import { savedFormOfPage } from '@/lib/api/saved-form';
import { now } from '@/lib/clock';
import { answersSchema } from '@/lib/courses/quizzes/answer';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { readAttemptPage } from '@/lib/courses/quizzes/quiz-pages';

export async function generateMetadata({ params }: QuizProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'quiz' });
  return { title: t('quiz'), robots: { index: false, follow: false } };
}

/** Row N16: the questions of an attempt, and after its end the result. */
export default async function AttemptPage(props: QuizProps) {
  const { lang, courseSlug, quizId, attemptId, saved, open, error } = await quizSegmentsOf(props);
  const path = attemptPath(lang, { courseSlug, quizId, id: attemptId });
  return guardedQuiz({ lang, courseSlug, quizId, path }, async (actor) => {
    const at = now();
    const typed = error ? answersSchema.safeParse((await savedFormOfPage()).fields.answers).data : undefined;
    const attempt = await readAttemptPage({ actor, courseSlug, quizId, attemptId, lang, now: at, typed });
    if (attempt.state === 'ended') return <AttemptResult attempt={attempt} userId={actor.userId} lang={lang} error={error} />;
    if (open && !error && attempt.questions.some(({ answer }) => answer === null)) return <OpenQuestions attempt={attempt} userId={actor.userId} lang={lang} />;
    return <OpenAttempt attempt={attempt} userId={actor.userId} lang={lang} now={at} saved={saved} error={error} />;
  });
}
