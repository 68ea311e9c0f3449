import { getTranslations } from 'next-intl/server';
import { isOn } from '@/lib/content/capabilities';
import { readHomePage } from '@/lib/content/pages';
import { tagPage } from '@/lib/cache/page-context';
import type { Block } from '@/lib/content/schema';
import { langOf, type Language } from '@/lib/language';
import { BlockList } from '../../_blocks/block-list';
import { ContinueCard } from '../../_course/continue-card';
import { MissingContent } from '../../_blocks/page/missing-content';
import { ClientStrip } from '../../_blocks/work/client-strip';
import { ClientVoices } from '../../_blocks/work/client-voices';
import { FeaturedCase } from '../../_blocks/work/featured-case';
import { Bundles } from '../courses/bundles';
import { LatestArticles } from './latest-articles';
import { UnknownPath } from './unknown-path';
import { OrganizationData } from '../../_seo/organization-data';
import { PageHead } from '../../_seo/page-head';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<{ unknown?: string }> }

/** Row C1; with `unknown`, set by middleware alone, the answer to a path that does not exist (row A4). */
export default async function HomePage({ params, searchParams }: Props) {
  const lang = await langOf(params);
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

/** What is not a block of its own stands between the blocks: clients, a case, bundles that have no catalogue to stand in, proof and articles. */
async function HomeSections({ blocks, lang }: { blocks: readonly Block[]; lang: Language }) {
  const hasCatalogue = await isOn('catalogue');
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
