import { ContentEditor, CopyBlockButton } from '@/components/admin/content/content-editor';
import { DifferenceList } from '@/components/admin/content/difference-list';
import { createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { GuideLink, PageHead } from '@/components/admin/page/page-head';
import { readFormLabels } from '@/components/form/generated-labels';
import { Card } from '@/components/layout/card';
import { ButtonLink } from '@/components/ui/button';
import { isBlockDocument } from '@/lib/content/admin/change-content';
import { documentTitle, readDocumentForm } from '@/lib/content/admin/document-form';
import { listDocumentRows, requireDocument } from '@/lib/content/admin/documents';
import { listDifferences } from '@/lib/content/form/differences';

interface Props {
  params: Promise<{ lang: string; id: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_content');

export default async function ContentDocumentPage({ params }: Props) {
  const { id } = await params;
  return renderAdminPage(params, `/content/${id}`, async ({ actor, lang, t }) => {
    const state = await requireDocument(actor, id);
    const { node, parts, names } = await readDocumentForm(actor, id, await listDocumentRows(actor), lang);
    const form = await readFormLabels(lang);
    const labels = { ...form.labels, ...names, all: t('content_all') };
    return (
      <>
        <PageHead
          back={{ href: `/${lang}/admin/content`, label: t('section_content') }}
          title={documentTitle(state, lang, t)}
          intro={t('content_document_intro')}
          actions={
            <>
              <GuideLink lang={lang} t={t} section="pages" />
              <ButtonLink
                variant="secondary"
                icon="clock"
                href={`/${lang}/admin/content/${id}/history`}
                prefetch={false}
              >
                {t('content_history')}
              </ButtonLink>
              {(await isBlockDocument(actor, id)) && <CopyBlockButton id={id} folder={`/${lang}/admin/content`} />}
            </>
          }
        />
        {state.filesDiffer && (
          <Card as="section" aria-label={t('content_files_title')}>
            <h2>{t('content_files_title')}</h2>
            <DifferenceList
              differences={listDifferences(state.shown, state.files)}
              names={{ ...form, labels }}
              before={t('content_on_site')}
              after={t('content_in_files')}
            />
          </Card>
        )}
        <ContentEditor
          id={id}
          userId={actor.userId}
          version={state.version}
          values={state.values}
          isDraft={state.isDraft}
          filesDiffer={state.filesDiffer}
          parts={parts}
          node={node}
          lang={lang}
          form={{ ...form, labels }}
        />
      </>
    );
  });
}
