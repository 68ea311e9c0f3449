import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { Card } from '@/components/layout/card';
import { Section } from '@/components/layout/section';
import { QuestionFields } from '@/components/quiz/question-fields';
import { questionLabels } from '@/components/quiz/quiz-labels';
import { PageHead } from '@/components/seo/page-head';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { bdi } from '@/components/ui/text/bdi';
import { CodeText } from '@/components/ui/text/code-text';
import { nestedFields } from '@/lib/api/request';
import { setPageStatus } from '@/lib/cache/page-context';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { type Language, readLang } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { type LevelResult, type LevelTest, takeLevelTest } from '@/lib/quizzes/level-test';
import { answersSchema } from '@/lib/quizzes/questions';
import styles from '@/app/[lang]/(site)/level-test/level-test.module.css';

interface Props {
  params: Promise<{ lang: string; quiz: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The form uses GET, so the answers are in the query [L5, N16]. */
export default async function LevelTestPage({ params, searchParams }: Props) {
  const lang = await readLang(params);
  const { quiz: id } = await params;
  const t = await getTranslations('level_test');
  const answers = readAnswers(await searchParams);
  const found = await nullIfUnreachable(async () => ({ test: await takeLevelTest({ id, answers, lang }) }));
  if (!found) return <MissingContent lang={lang} path={`/level-test/${id}`} status={503} />;
  const { test } = found;
  if (!test) {
    setPageStatus(404);
    return (
      <Section>
        <PageHead lang={lang} path="/level-test" meta={{ title: t('none') }} noindex />
        <EmptyState
          title={<h1>{t('none')}</h1>}
          action={<ButtonLink href={`/${lang}/level-test`}>{t('title')}</ButtonLink>}
        />
      </Section>
    );
  }
  return (
    <>
      <PageHead
        lang={lang}
        path={`/level-test/${id}`}
        meta={{ title: `${test.title} · ${t('title')}`, description: t('meta_description') }}
        noindex
      />
      <PageHeading heading={{ first: t('title') }} fallback={t('title')} intro={test.title} narrow />
      <Section tight narrow>
        {test.result ? (
          <LevelTestResult id={id} result={test.result} lang={lang} />
        ) : (
          <TestForm test={test} hasUnreadableAnswer={answers !== null} lang={lang} />
        )}
      </Section>
    </>
  );
}

async function TestForm({
  test,
  hasUnreadableAnswer,
  lang,
}: {
  test: LevelTest;
  hasUnreadableAnswer: boolean;
  lang: Language;
}) {
  const [t, quiz] = await Promise.all([getTranslations('level_test'), getTranslations('quiz')]);
  const labels = questionLabels(quiz);
  return (
    <form className={styles.form} method="get" action={`/${lang}/level-test/${test.id}`}>
      {hasUnreadableAnswer && (
        <Notice tone="danger" alert>
          {t('unreadable')}
        </Notice>
      )}
      <p>{t('skip_help')}</p>
      <input type="hidden" name="answers.done" value="1" />
      {test.questions.map((question, index) => (
        <QuestionFields key={question.id} question={question} number={index + 1} labels={labels} />
      ))}
      <div>
        <Button type="submit">{t('submit')}</Button>
      </div>
    </form>
  );
}

function readAnswers(query: Awaited<Props['searchParams']>) {
  const texts = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  try {
    return answersSchema.safeParse(nestedFields(texts).answers).data ?? null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

interface LevelTestResultProps {
  id: string;
  result: LevelResult;
  lang: Language;
}

const formatCode = (text: ReactNode) => <CodeText>{[text].flat().join('')}</CodeText>;

async function LevelTestResult({ id, result: { begin: startLesson, missed, steps }, lang }: LevelTestResultProps) {
  const t = await getTranslations('level_test');
  const why = startLesson && startLesson !== steps[0] ? 'why_missed' : 'why_first';
  return (
    <div className={styles.column}>
      <Card as="section" className={styles.begin} aria-labelledby="begin">
        <h2 id="begin">{startLesson ? t.rich('begin', { lesson: startLesson.lesson.name, bdi }) : t('all_known')}</h2>
        <p>{startLesson ? t.rich('in_course', { course: startLesson.course.title, bdi }) : t('all_known_text')}</p>
        {startLesson && missed && <p>{t.rich(why, { question: missed, code: formatCode })}</p>}
        {startLesson ? (
          <ButtonLink
            href={`/${lang}/details/course-page/courses-data/${encodeURIComponent(startLesson.course.slug)}`}
            prefetch={false}
          >
            {t('to_course')}
          </ButtonLink>
        ) : (
          <ButtonLink href={await readCoursesUrl(lang)}>{t('see_courses')}</ButtonLink>
        )}
      </Card>
      <section aria-labelledby="steps">
        <h2 id="steps">{t('steps')}</h2>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={`${step.course.slug}/${step.lesson.file}`}>
              <span className={styles.stepName}>
                {step.lesson.name}
                <small>{step.course.title}</small>
              </span>
              <span>{t('step', { right: step.right, asked: step.asked })}</span>
              <Badge tone={step.isKnown ? 'success' : 'neutral'}>{t(step.isKnown ? 'known' : 'not_known')}</Badge>
            </li>
          ))}
        </ol>
      </section>
      <div className={styles.actions}>
        <ButtonLink variant="secondary" href={`/${lang}/level-test/${id}`} prefetch={false}>
          {t('again')}
        </ButtonLink>
        <ButtonLink variant="quiet" href={`/${lang}/level-test`} prefetch={false}>
          {t('other')}
        </ButtonLink>
      </div>
    </div>
  );
}
