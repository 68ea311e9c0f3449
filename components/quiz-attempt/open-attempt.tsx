import { getFormatter, getTranslations } from 'next-intl/server';
import { Card } from '@/components/layout/card';
import { Section } from '@/components/layout/section';
import { questionLabels } from '@/components/quiz/quiz-labels';
import { Button, ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { attemptPath } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import type { AttemptPage } from '@/lib/quizzes/quiz-pages';
import { AttemptForm } from './attempt-form';
import { QuizHead } from './quiz-overview';
import styles from './quiz.module.css';

interface Props {
  attempt: Extract<AttemptPage, { state: 'open' }>;
  userId: string;
  lang: Language;
  now: Date;
  isSaved: boolean;
  error: string | undefined;
}

const attemptCall = (userId: string, attemptId: string): string =>
  `/api/user/${encodeURIComponent(userId)}/quiz-attempts/${encodeURIComponent(attemptId)}`;

export async function OpenAttempt({
  attempt: { page, attempt, questions, endsAt },
  userId,
  lang,
  now,
  isSaved,
  error,
}: Props) {
  const [t, format] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'quiz' }),
    getFormatter({ locale: lang }),
  ]);
  const labels = {
    ...questionLabels(t),
    finish: t('finish'),
    finishing: t('finishing'),
    finishFailed: t('finish_failed'),
    finishOpen: t('finish_open'),
    unanswered: t.raw('unanswered') as string,
    finishAnyway: t('finish_anyway'),
    toQuestions: t('to_questions'),
    close: t('close'),
    save: t('save'),
    saving: t('saving'),
    saved: t('saved'),
    saveFailed: t('save_failed'),
    answeredOf: t.raw('answered_of') as string,
    timeLeft: t('time_left'),
  };
  return (
    <Section tight narrow>
      <div className={styles.column}>
        <QuizHead page={page} lang={lang} />
        {endsAt && <Notice tone="info">{t('ends_at', { time: format.dateTime(endsAt, 'clock') })}</Notice>}
        {isSaved && !error && <Notice tone="success">{t('saved')}</Notice>}
        {error && (
          <Notice tone="danger" alert>
            {t(error === 'invalid' ? 'unreadable' : 'finish_failed')}
          </Notice>
        )}
        <AttemptForm
          action={attemptCall(userId, attempt.id)}
          questions={questions}
          remainingMs={endsAt && endsAt.getTime() - now.getTime()}
          labels={labels}
        />
      </div>
    </Section>
  );
}

interface OpenQuestionsProps {
  attempt: Extract<AttemptPage, { state: 'open' }>;
  userId: string;
  lang: Language;
}

/** Asks whether to end the attempt with open questions. This is a separate page, so that it needs no JavaScript. */
export async function OpenQuestions({ attempt: { page, attempt, questions }, userId, lang }: OpenQuestionsProps) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  const count = questions.filter(({ answer }) => answer === null).length;
  return (
    <Section tight narrow>
      <div className={styles.column}>
        <QuizHead page={page} lang={lang} />
        <Card as="section" className={styles.confirmation} aria-labelledby="open-questions">
          <h2 id="open-questions">{t('finish_open')}</h2>
          <p>{t('unanswered', { count, total: questions.length })}</p>
          <form className={styles.actions} method="post" action={attemptCall(userId, attempt.id)}>
            <Button type="submit" name="finish" value="1">
              {t('finish_anyway')}
            </Button>
            <ButtonLink
              variant="secondary"
              href={attemptPath(lang, { courseSlug: page.course.slug, quizId: page.id, id: attempt.id })}
              prefetch={false}
            >
              {t('to_questions')}
            </ButtonLink>
          </form>
        </Card>
      </div>
    </Section>
  );
}
