import Link from 'next/link';
import { listWrittenTexts, questionQuerySchema, questionStates } from '@/lib/admin/questions';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { Badge } from '../../../_ui/text/badge';
import { CodeText } from '../../../_ui/text/code-text';
import { Card } from '../../../_ui/layout/card';
import { EmptyState } from '../../../_ui/feedback/empty-state';
import { adminMetadata, adminPage, textIn, type Query } from '../_parts/page/admin-page';
import { timeText } from '../_parts/page/format';
import { PageHead } from '../_parts/page/page-head';
import { Pager } from '../_parts/list/pager';
import { TabLinks } from '../_parts/page/tab-links';
import { HideText } from './hide-text';
import styles from './questions.module.css';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_questions');

/** Row N15: what learners asked and answered, newest first; answered in the lesson, hidden here. */
export default async function QuestionsPage({ params, searchParams }: Props) {
  const query = questionQuerySchema.safeParse(textIn(await searchParams)).data ?? { state: 'all' as const, page: 1 };
  return adminPage(params, '/questions', async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listWrittenTexts(actor, query);
    const here = `/${lang}/admin/questions`;
    const labels = { hide: t('hide'), show: t('show_again'), reason: t('hide_reason'), reasonHelp: t('hide_reason_help'), failed: t('failed'), unreachable: t('unreachable') };
    return (
      <>
        <PageHead title={t('section_questions')} intro={t('questions_intro')} />
        <TabLinks label={t('status')} tabs={questionStates.map((state) => ({ href: `${here}?state=${state}`, label: t(`questions_${state}`), current: state === query.state }))} />
        {rows.length === 0 && <EmptyState icon="info" title={t('no_questions')}>{t('no_questions_hint')}</EmptyState>}
        {rows.map((row) => (
          <Card as="article" key={row.id} className={styles.entry}>
            <p className={styles.meta}>
              <Badge>{t(`kind_${row.kind}`)}</Badge>
              {row.userId ? <Link href={`/${lang}/admin/learners/${row.userId}`} prefetch={false}><bdi>{row.author}</bdi></Link> : <span>{t('deleted_account')}</span>}
              <span>{timeText(row.createdAt, lang)}</span>
              <bdi>{row.courseTitle?.[lang] ?? row.courseSlug}</bdi>
            </p>
            <p className={styles.text} dir="auto"><CodeText>{row.text}</CodeText></p>
            {row.hiddenAt && <p className={styles.meta}>{t('hidden_because')} <bdi>{row.hiddenWhy}</bdi></p>}
            <div className={styles.foot}>
              <Link href={lessonPath(lang, row.courseSlug, row.lesson, { section: 'questions', question: row.questionId })} prefetch={false}>{t('open_question')}</Link>
              <HideText kind={row.kind} id={row.id} hidden={row.hiddenAt !== null} labels={labels} />
            </div>
          </Card>
        ))}
        <Pager t={t} path={here} query={{ state: query.state }} page={page} hasNext={hasNext} />
      </>
    );
  });
}
