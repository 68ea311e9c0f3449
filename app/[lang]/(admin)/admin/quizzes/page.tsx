import { DataTable, noRowsYetTexts } from '@/components/admin/list/data-table';
import { type AdminTexts, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { countText, percentText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { ButtonLink } from '@/components/ui/button';
import { Badge } from '@/components/ui/text/badge';
import { listQuizRows, type QuizRow } from '@/lib/quizzes/admin/quizzes';

interface Props {
  params: Promise<{ lang: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_quizzes');

export default async function QuizzesPage({ params }: Props) {
  return renderAdminPage(params, '/quizzes', async ({ actor, lang, t }) => {
    const rows = await listQuizRows(actor);
    const listPath = `/${lang}/admin/quizzes`;
    const newQuizButton = (
      <ButtonLink href={`${listPath}/new`} icon="plus" prefetch={false}>
        {t('new_quiz')}
      </ButtonLink>
    );
    return (
      <>
        <PageHead title={t('section_quizzes')} intro={t('quizzes_intro')} actions={newQuizButton} />
        <DataTable
          caption={t('section_quizzes')}
          {...noRowsYetTexts(t, 'quizzes', newQuizButton)}
          columns={[
            { label: t('quiz') },
            { label: t('course') },
            { label: t('quiz_place') },
            { label: t('status') },
            { label: t('quiz_questions'), end: true },
            { label: t('quiz_attempts'), end: true },
            { label: t('quiz_passed'), end: true, tight: true },
          ]}
          rows={rows.map((row) => ({
            key: row.id,
            href: `${listPath}/${row.id}`,
            cells: [
              <bdi key="title">{row.title[lang]}</bdi>,
              row.courseTitle ? <bdi key="course">{row.courseTitle[lang]}</bdi> : '–',
              t(`quiz_purpose_${row.purpose}`),
              <State key="state" row={row} t={t} />,
              countText(row.questions, lang),
              countText(row.ended, lang),
              row.ended > 0 ? percentText(row.passed / row.ended, lang) : '–',
            ],
          }))}
        />
      </>
    );
  });
}

function State({ row, t }: { row: QuizRow; t: AdminTexts }) {
  return (
    <span>
      <Badge tone={row.published ? 'success' : 'neutral'}>{t(row.published ? 'quiz_shown' : 'quiz_hidden')}</Badge>{' '}
      {row.neededForCertificate && <Badge tone="accent">{t('quiz_needed')}</Badge>}
    </span>
  );
}
