import { getFormatter, getTranslations } from 'next-intl/server';
import { questionLabels } from '../../../_quiz/quiz-labels';
import { Notice } from '../../../_ui/feedback/notice';
import { Section } from '../../../_ui/layout/section';
import { AttemptForm } from './attempt-form';
import { QuizHead } from './quiz-overview';
import styles from './quiz.module.css';
import type { AttemptPage } from '@/lib/courses/quizzes/quiz-pages';
import type { Language } from '@/lib/language';

interface Props { attempt: Extract<AttemptPage, { state: 'open' }>; userId: string; lang: Language; now: Date; saved: boolean; error: string | undefined }

export const attemptCall = (userId: string, attemptId: string): string => `/api/user/${encodeURIComponent(userId)}/quiz-attempts/${encodeURIComponent(attemptId)}`;

export async function OpenAttempt({ attempt: { page, attempt, questions, endsAt }, userId, lang, now, saved, error }: Props) {
  const [t, format] = await Promise.all([getTranslations({ locale: lang, namespace: 'quiz' }), getFormatter({ locale: lang })]);
  const labels = {
    ...questionLabels(t), finish: t('finish'), finishing: t('finishing'), finishFailed: t('finish_failed'), finishOpen: t('finish_open'), unanswered: t.raw('unanswered') as string,
    finishAnyway: t('finish_anyway'), toQuestions: t('to_questions'), close: t('close'), save: t('save'), saving: t('saving'), saved: t('saved'),
    saveFailed: t('save_failed'), answeredOf: t.raw('answered_of') as string, timeLeft: t('time_left'),
  };
  return (
    <Section tight narrow>
      <div className={styles.column}>
        <QuizHead page={page} lang={lang} />
        {endsAt && <Notice tone="info">{t('ends_at', { time: format.dateTime(endsAt, 'clock') })}</Notice>}
        {saved && !error && <Notice tone="success">{t('saved')}</Notice>}
        {error && <Notice tone="danger" alert>{t(error === 'invalid' ? 'unreadable' : 'finish_failed')}</Notice>}
        <AttemptForm
          action={attemptCall(userId, attempt.id)} questions={questions}
          remainingMs={endsAt && endsAt.getTime() - now.getTime()} labels={labels}
        />
      </div>
    </Section>
  );
}
