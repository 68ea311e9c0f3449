import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Card } from '@/components/layout/card';
import { Section } from '@/components/layout/section';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Icon } from '@/components/ui/icon';
import { bdi } from '@/components/ui/text/bdi';
import { CodeText } from '@/components/ui/text/code-text';
import type { Language } from '@/lib/language';
import { numberText } from '@/lib/numbers';
import type { Answer, ReviewedQuestion } from '@/lib/quizzes/questions';
import type { AttemptPage } from '@/lib/quizzes/quiz-pages';
import { QuizHead, StartQuiz } from './quiz-overview';
import styles from './quiz.module.css';

interface Props {
  attempt: Extract<AttemptPage, { state: 'ended' }>;
  userId: string;
  lang: Language;
  error: string | undefined;
}
type Texts = Awaited<ReturnType<typeof getTranslations<'quiz'>>>;

export async function AttemptResult({ attempt: { page, attempt, questions }, userId, lang, error }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  const score = { right: attempt.rightCount ?? 0, total: attempt.questionCount, percent: page.rules.passPercent };
  const course = `/${lang}/course/${encodeURIComponent(page.course.slug)}`;
  return (
    <Section tight narrow>
      <div className={styles.column}>
        <QuizHead page={page} lang={lang} />
        {error && (
          <Notice tone="notice" alert>
            {t('over')}
          </Notice>
        )}
        <Notice
          tone={attempt.passed ? 'success' : 'notice'}
          title={t(attempt.passed ? 'passed_title' : 'failed_title')}
        >
          {t(attempt.passed ? 'passed_text' : 'failed_text', score)}
        </Notice>
        <div className={styles.actions}>
          {attempt.passed && page.nextLesson && (
            <ButtonLink href={`${course}/${encodeURIComponent(page.nextLesson.file)}`} prefetch={false}>
              {t.rich('next_lesson', { lesson: page.nextLesson.name, bdi })}
            </ButtonLink>
          )}
          {!attempt.passed && <StartQuiz page={page} userId={userId} lang={lang} />}
          <ButtonLink variant="secondary" href={`${course}#lessons`} prefetch={false}>
            {t('back')}
          </ButtonLink>
        </div>
        <h2>{t('result')}</h2>
        <ol className={styles.reviews}>
          {questions.map((question) => (
            <Card as="li" key={question.id} className={styles.review}>
              <Review question={question} lang={lang} t={t} />
            </Card>
          ))}
        </ol>
      </div>
    </Section>
  );
}

function Review({ question, lang, t }: { question: ReviewedQuestion; lang: Language; t: Texts }) {
  const { text, answer, isRight, rightAnswer, explanation } = question;
  const rightLabel = question.kind === 'ordering' ? t('right_order') : t('right_answer');
  return (
    <>
      <h3 dir="auto">
        <CodeText>{text}</CodeText>
      </h3>
      <p className={styles.verdict} data-right={isRight}>
        <Icon name={isRight ? 'check-circle' : 'close'} size={20} />
        {isRight ? t('right') : t('wrong')}
      </p>
      <dl className={styles.facts}>
        <dt>{t('your_answer')}</dt>
        <dd>
          {answer === null ? t('not_answered') : <AnswerText question={question} answer={answer} lang={lang} t={t} />}
        </dd>
        {!isRight && (
          <>
            <dt>{rightLabel}</dt>
            <dd>
              <AnswerText question={question} answer={rightAnswer} lang={lang} t={t} />
            </dd>
          </>
        )}
      </dl>
      {explanation && (
        <p className={styles.explanation} dir="auto">
          <CodeText>{explanation}</CodeText>
        </p>
      )}
    </>
  );
}

function AnswerText({
  question: { kind, options },
  answer,
  lang,
  t,
}: {
  question: ReviewedQuestion;
  answer: Answer;
  lang: Language;
  t: Texts;
}): ReactNode {
  if (kind === 'true_false') return answer === true ? t('true') : t('false');
  if (kind === 'number') return <bdi>{numberText(Number(answer), lang)}</bdi>;
  if (!Array.isArray(answer))
    return (
      <bdi>
        <CodeText>{options[Number(answer)]!}</CodeText>
      </bdi>
    );
  if (kind === 'several')
    return (
      <ul>
        {answer.map((index) => (
          <li key={index} dir="auto">
            <CodeText>{options[index]!}</CodeText>
          </li>
        ))}
      </ul>
    );
  const placed = [...options.keys()]
    .filter((index) => answer[index]! > 0)
    .sort((one, other) => answer[one]! - answer[other]!);
  return (
    <ol>
      {placed.map((index) => (
        <li key={index} value={answer[index]} dir="auto">
          <CodeText>{options[index]!}</CodeText>
        </li>
      ))}
    </ol>
  );
}
