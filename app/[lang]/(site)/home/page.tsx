import { getTranslations } from 'next-intl/server';
import { LatestArticles } from '@/components/articles/latest-articles';
import { BlockList } from '@/components/blocks/blocks';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { FeaturedCase } from '@/components/blocks/work/case-card';
import { ClientStrip, ClientVoices } from '@/components/blocks/work/clients';
import { Bundles } from '@/components/course/bundles';
import { ContinueCard } from '@/components/course/continue-card';
import { OrganizationData } from '@/components/seo/json-ld';
import { PageHead } from '@/components/seo/page-head';
import { Notice } from '@/components/ui/feedback/notice';
import { setPageStatus, tagPage } from '@/lib/cache/page-context';
import { isEnabled } from '@/lib/content/enabled-features';
import { readHomePage } from '@/lib/content/pages';
import type { Block } from '@/lib/content/schema';
import { type Language, readLang } from '@/lib/language';
import styles from './unknown-path.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<{ unknown?: string }>;
}

/** Row C1. proxy.ts sets `unknown` for paths that do not exist (row A4). */
export default async function HomePage({ params, searchParams }: Props) {
  const lang = await readLang(params);
  const unknown = (await searchParams).unknown !== undefined;
  const page = await readHomePage(lang);
  tagPage('courses', 'products');
  if (!page) return <MissingContent lang={lang} path="/home" />;
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  return (
    <>
      <PageHead lang={lang} path="/home" meta={page.metadata.meta} noindex={unknown} />
      {unknown ? <UnknownPath /> : <OrganizationData lang={lang} />}
      <HomeSections blocks={page.blocks} lang={lang} />
      <ContinueCard lang={lang} labels={{ title: t('continue_title'), go: t('continue_go') }} />
    </>
  );
}

async function HomeSections({ blocks, lang }: { blocks: readonly Block[]; lang: Language }) {
  const hasCatalogue = await isEnabled('catalogue');
  const call = Math.max(3, blocks.length - 1);
  return (
    <>
      <BlockList blocks={blocks.slice(0, 1)} lang={lang} />
      <ClientStrip lang={lang} />
      <BlockList blocks={blocks.slice(1, 2)} lang={lang} />
      <FeaturedCase lang={lang} />
      <BlockList blocks={blocks.slice(2, 3)} lang={lang} />
      <BlockList blocks={blocks.slice(3, call)} lang={lang} tones={['sand']} />
      {!hasCatalogue && <Bundles lang={lang} />}
      <ClientVoices lang={lang} />
      <LatestArticles lang={lang} />
      <BlockList blocks={blocks.slice(call)} lang={lang} tones={['deep']} />
    </>
  );
}

async function UnknownPath() {
  setPageStatus(404);
  const t = await getTranslations('chrome');
  return (
    <div className={styles.place}>
      <Notice tone="notice" title={t('not_found_title')}>
        {t('not_found_text')}
      </Notice>
    </div>
  );
}
