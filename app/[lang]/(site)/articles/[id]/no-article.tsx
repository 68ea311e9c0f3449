import { getTranslations } from 'next-intl/server';
import { languageName, type Language } from '@/lib/language';
import { PageHead } from '../../../_seo/page-head';
import { ButtonLink } from '../../../_ui/button';
import { EmptyState } from '../../../_ui/feedback/empty-state';
import { Section } from '../../../_ui/layout/section';
import { LineLink } from '../../../_ui/navigation/text-link';

interface Props { lang: Language; id: string; /** Where it can be read. */ inLanguages: readonly Language[] }

export async function NoArticle({ lang, id, inLanguages }: Props) {
  const [t, keys] = await Promise.all([getTranslations('articles'), getTranslations()]);
  return (
    <Section>
      <PageHead lang={lang} path={`/articles/${encodeURIComponent(id)}`} meta={{ title: keys('no_article_found') }} noindex />
      <EmptyState icon="file" title={<h1 style={{ fontSize: 'inherit' }}>{keys('no_article_found')}</h1>} action={<ButtonLink href={`/${lang}/articles`}>{t('back')}</ButtonLink>}>
        {inLanguages.length === 0 ? t('missing_text') : (
          <>
            {t('other_languages')}
            {inLanguages.map((each) => <LineLink key={each} href={`/${each}/articles/${encodeURIComponent(id)}`} lang={each} hrefLang={each} rel="alternate" prefetch={false}>{languageName(each, each)}</LineLink>)}
          </>
        )}
      </EmptyState>
    </Section>
  );
}
