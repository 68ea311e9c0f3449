import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/layout/card';
import { Section } from '@/components/layout/section';
import { Button, ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Icon } from '@/components/ui/icon';
import { Badge } from '@/components/ui/text/badge';
import { attemptPath } from '@/lib/courses/catalogue/course';
import { formatDay } from '@/lib/i18n/formats';
import { messageKey } from '@/lib/i18n/message-key';
import type { Language } from '@/lib/language';
import type { QuizPage } from '@/lib/quizzes/quiz-pages';
import styles from './quiz.module.css';

interface Props {
  page: QuizPage;
  userId: string;
  lang: Language;
  error: string | undefined;
}

const openAttempt = (page: QuizPage) => page.attempts.find(({ endedAt }) => endedAt === null);

export async function QuizOverview({ page, userId, lang, error }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  const problems = await getTranslations({ locale: lang, namespace: 'problems' });
  const errorKey = error && messageKey(error);
  return (
    <Section tight narrow>
      <div className={styles.column}>
        <QuizHead page={page} lang={lang} />
        {errorKey && problems.has(errorKey) && (
          <Notice tone="danger" alert>
            {problems(errorKey)}
          </Notice>
        )}
        <Card as="section" aria-labelledby="rules" className={styles.rules}>
          <h2 id="rules">{t(openAttempt(page) ? 'running' : 'rules')}</h2>
          <Rules page={page} lang={lang} />
          <StartQuiz page={page} userId={userId} lang={lang} />
        </Card>
        <Attempts page={page} lang={lang} />
      </div>
    </Section>
  );
}

export async function QuizHead({ page, lang }: { page: QuizPage; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  return (
    <header className={styles.head}>
      <Link className={styles.back} href={`/${lang}/course/${encodeURIComponent(page.course.slug)}`} prefetch={false}>
        <Icon name="arrow-left" size={16} />
        {page.course.title}
      </Link>
      <h1>{page.title}</h1>
      <p className={styles.badges}>
        <Badge tone={page.state === 'passed' ? 'success' : page.state === 'used_up' ? 'danger' : 'neutral'}>
          {t(`state_${page.state}`)}
        </Badge>
        {page.rules.neededForCertificate && <Badge tone="accent">{t('needed')}</Badge>}
      </p>
    </header>
  );
}

async function Rules({ page, lang }: { page: QuizPage; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  const { questionCount, passPercent, timeLimitMinutes } = page.rules;
  return (
    <ul>
      <li>{t('question_count', { count: questionCount })}</li>
      <li>{t('pass_mark', { percent: passPercent })}</li>
      {timeLimitMinutes !== null && <li>{t('time_limit', { count: timeLimitMinutes })}</li>}
      <li>{page.attemptsLeft === null ? t('attempts_unlimited') : t('attempts_left', { count: page.attemptsLeft })}</li>
      <li>{t('saved_as_you_go')}</li>
    </ul>
  );
}

export async function StartQuiz({ page, userId, lang }: Omit<Props, 'error'>) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  const open = openAttempt(page);
  if (open)
    return (
      <div>
        <ButtonLink
          href={attemptPath(lang, { courseSlug: page.course.slug, quizId: page.id, id: open.id })}
          prefetch={false}
        >
          {t('go_on')}
        </ButtonLink>
      </div>
    );
  if (page.attemptsLeft === 0) return page.state === 'passed' ? null : <p>{t('used_up_help')}</p>;
  return (
    <form
      method="post"
      action={`/api/user/${encodeURIComponent(userId)}/quizzes/${encodeURIComponent(page.id)}/attempts`}
    >
      <Button type="submit" variant={page.state === 'passed' ? 'secondary' : 'primary'}>
        {page.attempts.length === 0 ? t('start') : t('start_again')}
      </Button>
    </form>
  );
}

async function Attempts({ page, lang }: { page: QuizPage; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  if (page.attempts.length === 0) return null;
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{t('your_attempts')}</h2>
      <ul className={styles.attempts}>
        {page.attempts.map(({ id, number, startedAt, endedAt, rightCount, questionCount, passed }) => (
          <li key={id}>
            <Link href={attemptPath(lang, { courseSlug: page.course.slug, quizId: page.id, id })} prefetch={false}>
              {t('attempt', { number })}
            </Link>
            <span>{formatDay(startedAt, lang)}</span>
            <span>{endedAt ? t('score', { right: rightCount ?? 0, total: questionCount }) : t('attempt_open')}</span>
            {endedAt && (
              <Badge tone={passed ? 'success' : 'neutral'}>{t(passed ? 'state_passed' : 'state_failed')}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
