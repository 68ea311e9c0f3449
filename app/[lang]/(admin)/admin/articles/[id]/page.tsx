import { requireAdminArticle, articleFormSchema, type AdminArticle } from '@/lib/admin/articles';
import { now } from '@/lib/clock';
import { formOf } from '@/lib/content/form/form-of';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { ButtonLink } from '../../../../_ui/button';
import { adminMetadata, adminPage } from '../../_parts/page/admin-page';
import { DocumentEditor } from '../../_parts/documents/document-editor';
import { editorLabels } from '../../_parts/documents/editor-labels';
import { formLabels } from '../../../../_forms/generated-labels';
import { PageHead } from '../../_parts/page/page-head';

interface Props { params: Promise<{ lang: string; id: string }> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_articles');

const form = formOf(articleFormSchema) as GroupNode;

/** Row O8: one article in every language, with preview and schedule. */
export default async function ArticlePage({ params }: Props) {
  const { id } = await params;
  return adminPage(params, `/articles/${id}`, async ({ actor, lang, t }) => {
    const article = id === 'new' ? null : await requireAdminArticle(actor, id);
    const here = `/${lang}/admin/articles`;
    return (
      <>
        <PageHead
          back={{ href: here, label: t('section_articles') }} title={article ? (article.texts[lang]?.title ?? article.id) : t('new_article')} intro={t('article_intro')}
          actions={article && <ButtonLink variant="secondary" icon="external" href={`/${lang}/articles/${article.id}`} prefetch={false}>{t('on_the_site')}</ButtonLink>}
        />
        <DocumentEditor
          name={`article:${id}`} node={form} initial={valueOf(article)} version={article?.updatedAt.toISOString() ?? ''} versionIn={{ asked: 'updatedAt', answered: 'updatedAt' }} previewOf="html" folder={here}
          request={article ? { method: 'PUT', url: `/api/admin/articles/${article.id}` } : { method: 'POST', url: '/api/admin/articles' }}
          labels={editorLabels(t, await formLabels(lang))}
        />
      </>
    );
  });
}

function valueOf(article: AdminArticle | null): { [key: string]: JsonValue } {
  if (!article) return { id: '', category: '', imageUrl: null, published: true, publishedAt: now().toISOString(), texts: {} };
  const { id, category, imageUrl, published, publishedAt, texts } = article;
  return { id, category, imageUrl, published, publishedAt: publishedAt.toISOString(), texts: texts as { [key: string]: JsonValue } };
}
