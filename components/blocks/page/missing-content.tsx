import { getTranslations } from 'next-intl/server';
import { Section } from '@/components/layout/section';
import { PageHead } from '@/components/seo/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { setPageStatus } from '@/lib/cache/page-context';
import type { Language } from '@/lib/language';

export async function MissingContent({
  lang,
  path,
  status = 404,
}: {
  lang: Language;
  path: string;
  status?: 404 | 503;
}) {
  setPageStatus(status);
  const t = await getTranslations('chrome');
  const [title, text] = status === 404 ? [t('missing_title'), t('missing_text')] : [t('error_title'), t('error_text')];
  return (
    <Section>
      <PageHead lang={lang} path={path} meta={{ title }} noindex />
      <EmptyState
        icon="search"
        title={<h1>{title}</h1>}
        action={<ButtonLink href={`/${lang}/home`}>{t('to_home')}</ButtonLink>}
      >
        {text}
      </EmptyState>
    </Section>
  );
}
