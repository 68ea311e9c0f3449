import { ConfirmButton } from '@/components/admin/call/dialogs';
import { DifferenceList } from '@/components/admin/content/difference-list';
import { TruncationNote } from '@/components/admin/list/data-table';
import { createAdminMetadata, type Query, queryTexts, renderAdminPage } from '@/components/admin/page/admin-page';
import { timeText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { readFormLabels } from '@/components/form/generated-labels';
import { Card } from '@/components/layout/card';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { documentTitle, readDocumentForm } from '@/lib/content/admin/document-form';
import { listDocumentRows, listVersions, maxVersions, requireDocument } from '@/lib/content/admin/documents';
import styles from './history.module.css';

interface Props {
  params: Promise<{ lang: string; id: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'content_history');

export default async function ContentHistoryPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { done } = queryTexts(await searchParams);
  return renderAdminPage(params, `/content/${id}/history`, async ({ actor, lang, t }) => {
    const rows = await listDocumentRows(actor);
    const [state, versions, { names }] = await Promise.all([
      requireDocument(actor, id),
      listVersions(actor, id),
      readDocumentForm(actor, id, rows, lang),
    ]);
    const form = await readFormLabels(lang);
    const labels = { ...form.labels, ...names, all: t('content_all') };
    const restoreButton = (number: number) => (
      <ConfirmButton
        size="small"
        label={`${t('content_restore')}: ${number === 0 ? t('content_in_files') : t('content_version', { number })}`}
        question={t('content_sure_restore')}
        confirm={t('content_restore')}
        request={{ method: 'POST', url: `/api/admin/content/${id}/restore`, body: { version: state.version, number } }}
        next={`/${lang}/admin/content/${id}/history?done=restored`}
      />
    );
    const discard = (
      <ConfirmButton
        size="small"
        icon="trash"
        label={t('content_discard')}
        question={t('content_sure_discard')}
        danger
        request={{ method: 'POST', url: `/api/admin/content/${id}/discard`, body: { version: state.version } }}
      />
    );
    return (
      <>
        <PageHead
          back={{ href: `/${lang}/admin/content/${id}`, label: documentTitle(state, lang, t) }}
          title={t('content_history')}
          intro={t('content_history_intro')}
          actions={state.published !== null && restoreButton(0)}
        />
        {done === 'restored' && (
          <Notice tone="success" alert>
            {t('content_restored')}
          </Notice>
        )}
        {versions.length === 0 && (
          <EmptyState icon="clock" title={t('content_no_versions')}>
            {t('content_no_versions_hint')}
          </EmptyState>
        )}
        {versions.map(({ number, at, author, publishedAt, isShown, restoredFrom, followsFiles, differences }) => (
          <Card key={number} as="section" aria-labelledby={`version-${number}`} className={styles.version}>
            <h2 id={`version-${number}`}>{t('content_version', { number })}</h2>
            <p>
              {timeText(at, lang)} · <bdi>{author || t('system')}</bdi>{' '}
              {isShown && <Badge tone="success">{t('content_on_site')}</Badge>}{' '}
              {publishedAt === null && <Badge tone="notice">{t('content_draft')}</Badge>}{' '}
              {followsFiles && <Badge>{t('content_in_files')}</Badge>}{' '}
              {restoredFrom !== null && restoredFrom > 0 && (
                <Badge>{t('content_restored_from', { number: restoredFrom })}</Badge>
              )}
            </p>
            {differences.length > 0 ? (
              <DifferenceList differences={differences} names={{ ...form, labels }} />
            ) : (
              <p>{t('content_no_differences')}</p>
            )}
            {!isShown && <div>{state.isDraft && number === state.version ? discard : restoreButton(number)}</div>}
          </Card>
        ))}
        <TruncationNote t={t} count={versions.length} limit={maxVersions} />
      </>
    );
  });
}
