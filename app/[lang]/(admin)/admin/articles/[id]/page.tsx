import { randomUUID } from 'node:crypto';
import { ArticleEditor, type ArticleForms } from '@/components/admin/articles/article-editor';
import { PlainArticle } from '@/components/admin/articles/plain-article';
import {
  type AdminTexts,
  createAdminMetadata,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { GuideLink, PageHead } from '@/components/admin/page/page-head';
import type { FormLabels } from '@/components/form/form-labels';
import { readFormLabels } from '@/components/form/generated-labels';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { firstErrors, readSavedFormOfPage } from '@/lib/api/form-posts';
import { articleFormSchema } from '@/lib/articles/admin/articles';
import { type ArticleState, blankDraft, publicUrlOf, requireArticleState, titleOf } from '@/lib/articles/admin/drafts';
import { now } from '@/lib/clock';
import type { GroupNode } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { listFreeLessons } from '@/lib/lessons/playback/lesson-previews';
import styles from './article-editor.module.css';

interface Props {
  params: Promise<{ lang: string; id: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_articles');

const form = buildForm(articleFormSchema) as GroupNode;

export default async function ArticlePage({ params, searchParams }: Props) {
  const { id } = await params;
  const queryValues = queryTexts(await searchParams);
  return renderAdminPage(params, `/articles/${id}`, async ({ actor, lang, t }) => {
    const time = now().toISOString();
    const state = id === 'new' ? newArticle(time) : await requireArticleState(actor, id);
    const onTheSite = publicUrlOf(state, lang, now());
    const listPath = `/${lang}/admin/articles`;
    const forms = nameFields(t, await readFormLabels(lang));
    return (
      <>
        <PageHead
          back={{ href: listPath, label: t('section_articles') }}
          title={titleOf(state.values, lang) || t('new_article')}
          intro={t('article_intro')}
          actions={
            <>
              <GuideLink lang={lang} t={t} section="articles" />
              {onTheSite && (
                <ButtonLink variant="secondary" icon="external" href={onTheSite} prefetch={false}>
                  {t('on_the_site')}
                </ButtonLink>
              )}
            </>
          }
        />
        {isDone(queryValues.done) && (
          <Notice tone={queryValues.done === 'plain_conflict' ? 'notice' : 'success'} alert>
            {t(`article_${queryValues.done}`)}
          </Notice>
        )}
        <div className={styles.withScripts}>
          <ArticleEditor
            key={state.id}
            id={state.id}
            isNew={id === 'new'}
            version={{ number: state.number, updatedAt: state.updatedAt }}
            values={state.values}
            published={state.published}
            userId={actor.userId}
            node={form}
            lessons={await listFreeLessons(lang)}
            lang={lang}
            folder={listPath}
            now={time}
            forms={forms}
          />
        </div>
        <noscript>
          <PlainArticle
            state={state}
            lang={lang}
            errors={queryValues.error ? await readSavedErrors() : {}}
            forms={forms}
          />
        </noscript>
      </>
    );
  });
}

const explainedFields = ['id', 'category', 'imageUrl', 'published', 'publishedAt', 'title', 'description'] as const;

function nameFields(t: AdminTexts, form: FormLabels): ArticleForms {
  const help = {
    ...form.help,
    ...Object.fromEntries(explainedFields.map((name) => [name, t(`article_help_${name}`)])),
  };
  return {
    texts: { ...form, labels: { ...form.labels, all: t('content_all') }, help },
    settings: {
      ...form,
      labels: { ...form.labels, category: t('article_category_key') },
      help: { ...help, category: t('article_category_key_help') },
    },
  };
}

const done = ['published', 'scheduled', 'hidden', 'plain_saved', 'plain_published', 'plain_conflict'] as const;
const isDone = (name: string | undefined): name is (typeof done)[number] => done.some((each) => each === name);

const readSavedErrors = async (): Promise<Record<string, string>> => firstErrors((await readSavedFormOfPage()).errors);

const newArticle = (time: string): ArticleState => ({
  id: randomUUID(),
  number: 0,
  updatedAt: null,
  values: blankDraft(time),
  published: null,
  savedAt: null,
});
