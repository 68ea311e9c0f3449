import { getTranslations } from 'next-intl/server';
import type { Language } from '@/lib/language';
import { PageHead } from '../../../_seo/page-head';
import { ButtonLink } from '../../../_ui/button';
import { EmptyState } from '../../../_ui/feedback/empty-state';
import { Section } from '../../../_ui/layout/section';

export async function NoArticle({ lang, id }: { lang: Language; id: string }) {
  const [t, keys] = await Promise.all([getTranslations('articles'), getTranslations()]);
  return (
    <Section>
      <PageHead lang={lang} path={`/articles/${encodeURIComponent(id)}`} meta={{ title: keys('no_article_found') }} noindex />
      <EmptyState icon="file" title={<h1 style={{ fontSize: 'inherit' }}>{keys('no_article_found')}</h1>} action={<ButtonLink href={`/${lang}/articles`}>{t('back')}</ButtonLink>}>
        {t('missing_text')}
      </EmptyState>
    </Section>
  );
}
