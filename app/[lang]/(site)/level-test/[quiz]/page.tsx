import { getTranslations } from 'next-intl/server';
import { nestedFields } from '@/lib/api/request-body';
import { setPageStatus } from '@/lib/cache/page-context';
import { answersSchema } from '@/lib/courses/quizzes/answer';
import { takeLevelTest, type LevelTest } from '@/lib/courses/quizzes/level-test';
import { reachable } from '@/lib/guards/reachable';
import { langOf, type Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { MissingContent } from '../../../_blocks/page/missing-content';
import { PageHeading } from '../../../_blocks/page/page-heading';
import { QuestionFields } from '../../../_quiz/question-fields';
import { questionLabels } from '../../../_quiz/quiz-labels';
import { PageHead } from '../../../_seo/page-head';
import { Button, ButtonLink } from '../../../_ui/button';
import { EmptyState } from '../../../_ui/feedback/empty-state';
import { Notice } from '../../../_ui/feedback/notice';
import { Section } from '../../../_ui/layout/section';
import styles from '../level-test.module.css';
import { LevelTestResult } from './level-test-result';

interface Props { params: Promise<{ lang: string; quiz: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Rows L5, N16: answers stand in the address, as a form without scripts sends them; nothing is stored. */
export default async function LevelTestPage({ params, searchParams }: Props) {
  const lang = await langOf(params);
  const { quiz: id } = await params;
  const t = await getTranslations('level_test');
  const answers = answersOf(await searchParams);
  const found = await reachable(async () => ({ test: await takeLevelTest({ id, answers, lang }) }));
  if (!found) return <MissingContent lang={lang} path={`/level-test/${id}`} status={503} />;
  const { test } = found;
  if (!test) {
    setPageStatus(404);
    return <Section><PageHead lang={lang} path="/level-test" meta={{ title: t('none') }} noindex /><EmptyState title={<h1>{t('none')}</h1>} action={<ButtonLink href={`/${lang}/level-test`}>{t('title')}</ButtonLink>} /></Section>;
  }
  return (
    <>
      <PageHead lang={lang} path={`/level-test/${id}`} meta={{ title: `${test.title} · ${t('title')}`, description: t('meta_description') }} noindex />
      <PageHeading heading={{ first: t('title') }} fallback={t('title')} intro={test.title} narrow />
      <Section tight narrow>
        {test.result ? <LevelTestResult id={id} result={test.result} lang={lang} /> : <TestForm test={test} isAgain={answers !== null} lang={lang} />}
      </Section>
    </>
  );
}

async function TestForm({ test, isAgain, lang }: { test: LevelTest; isAgain: boolean; lang: Language }) {
  const [t, quiz] = await Promise.all([getTranslations('level_test'), getTranslations('quiz')]);
  const labels = questionLabels(quiz);
  return (
    <form className={styles.form} method="get" action={`/${lang}/level-test/${test.id}`}>
      {isAgain && <Notice tone="danger" alert>{t('unreadable')}</Notice>}
      <p>{t('skip_help')}</p>
      <input type="hidden" name="answers.done" value="1" />
      {test.questions.map((question, index) => <QuestionFields key={question.id} question={question} number={index + 1} labels={labels} />)}
      <div><Button type="submit">{t('submit')}</Button></div>
    </form>
  );
}

/** Null before the form was sent, and for an address that no form made. */
function answersOf(query: Awaited<Props['searchParams']>) {
  const texts = Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  try {
    return answersSchema.safeParse(nestedFields(texts).answers).data ?? null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
