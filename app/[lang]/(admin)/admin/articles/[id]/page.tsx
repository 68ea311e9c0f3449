import { randomUUID } from 'node:crypto';
import { articleFormSchema } from '@/lib/admin/articles/articles';
import { blankDraft, requireArticleState, titleOf, type ArticleState } from '@/lib/admin/articles/drafts';
import { now } from '@/lib/clock';
import { formOf } from '@/lib/content/form/form-of';
import type { GroupNode } from '@/lib/content/form/form-node';
import { listFreeLessons } from '@/lib/video/playback/lesson-previews';
import { ButtonLink } from '../../../../_ui/button';
import { formLabels } from '../../../../_forms/generated-labels';
import { ArticleEditor } from '../../_parts/articles/article-editor';
import { articleLabels } from '../../_parts/articles/article-labels';
import { adminMetadata, adminPage } from '../../_parts/page/admin-page';
import { GuideLink } from '../../_parts/page/guide-link';
import { PageHead } from '../../_parts/page/page-head';

interface Props { params: Promise<{ lang: string; id: string }> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_articles');

const form = formOf(articleFormSchema) as GroupNode;

/** Rows O8 and N8: one article in every language, as it is written. */
export default async function ArticlePage({ params }: Props) {
  const { id } = await params;
  return adminPage(params, `/articles/${id}`, async ({ actor, lang, t }) => {
    const time = now().toISOString();
    const state = id === 'new' ? newArticle(time) : await requireArticleState(actor, id);
    const here = `/${lang}/admin/articles`;
    return (
      <>
        <PageHead
          back={{ href: here, label: t('section_articles') }} title={titleOf(state.values, lang) || t('new_article')} intro={t('article_intro')}
          actions={(
            <>
              <GuideLink lang={lang} t={t} section="articles" />
              {state.published && <ButtonLink variant="secondary" icon="external" href={`/${lang}/articles/${state.id}`} prefetch={false}>{t('on_the_site')}</ButtonLink>}
            </>
          )}
        />
        <ArticleEditor
          key={state.id} id={state.id} isNew={id === 'new'} version={{ number: state.number, updatedAt: state.updatedAt }} values={state.values} published={state.published}
          userId={actor.userId} node={form} lessons={await listFreeLessons(lang)} lang={lang} folder={here} now={time} labels={articleLabels(t, await formLabels(lang))}
        />
      </>
    );
  });
}

/** Its draft gets this id when it is saved first. */
const newArticle = (time: string): ArticleState => ({ id: randomUUID(), number: 0, updatedAt: null, values: blankDraft(time), published: null, savedAt: null });
