import Link from 'next/link';
import { AdminPagination } from '@/components/admin/list/data-table';
import {
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { timeText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { TabLinks } from '@/components/admin/page/tab-links';
import { HideText } from '@/components/admin/questions/hide-text';
import { Card } from '@/components/layout/card';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Badge } from '@/components/ui/text/badge';
import { CodeText } from '@/components/ui/text/code-text';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { listWrittenTexts, questionQuerySchema, questionStates } from '@/lib/lessons/admin/questions';
import styles from '@/components/admin/questions/questions.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_questions');

export default async function QuestionsPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = questionQuerySchema.safeParse(queryValues).data ?? {
    state: 'all' as const,
    page: 1,
  };
  return renderAdminPage(params, pathWithQuery('/questions', queryValues), async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listWrittenTexts(actor, query);
    const listPath = `/${lang}/admin/questions`;
    return (
      <>
        <PageHead title={t('section_questions')} intro={t('questions_intro')} />
        <TabLinks
          label={t('status')}
          tabs={questionStates.map((state) => ({
            href: `${listPath}?state=${state}`,
            label: t(`questions_${state}`),
            current: state === query.state,
          }))}
        />
        {rows.length === 0 && (
          <EmptyState icon="info" title={t('no_questions')}>
            {t('no_questions_hint')}
          </EmptyState>
        )}
        {rows.map((row) => (
          <Card as="article" key={row.id} className={styles.entry}>
            <p className={styles.meta}>
              <Badge>{t(`kind_${row.kind}`)}</Badge>
              {row.userId ? (
                <Link href={`/${lang}/admin/learners/${row.userId}`} prefetch={false}>
                  <bdi>{row.author}</bdi>
                </Link>
              ) : (
                <span>{t('deleted_account')}</span>
              )}
              <span>{timeText(row.createdAt, lang)}</span>
              <bdi>{row.courseTitle?.[lang] ?? row.courseSlug}</bdi>
            </p>
            <p className={styles.text} dir="auto">
              <CodeText>{row.text}</CodeText>
            </p>
            {row.hiddenAt && (
              <p className={styles.meta}>
                {t('hidden_because')} <bdi>{row.hiddenWhy}</bdi>
              </p>
            )}
            <div className={styles.foot}>
              <Link
                href={lessonPath(lang, row.courseSlug, row.lesson, { section: 'questions', question: row.questionId })}
                prefetch={false}
              >
                {t('open_question')}
              </Link>
              <HideText kind={row.kind} id={row.id} hidden={row.hiddenAt !== null} />
            </div>
          </Card>
        ))}
        <AdminPagination t={t} path={listPath} query={{ state: query.state }} page={page} hasNext={hasNext} />
      </>
    );
  });
}
