import { getTranslations } from 'next-intl/server';
import { readHomePage } from '@/lib/content/pages';
import { tagPage } from '@/lib/cache/page-context';
import { langOf } from '@/lib/language';
import { BlockList } from '../../_blocks/block-list';
import { ContinueCard } from '../../_course/continue-card';
import { CourseCards } from '../../_blocks/courses/course-cards';
import { MissingContent } from '../../_blocks/page/missing-content';
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
  const call = page.blocks.length - 1;
  return (
    <>
      <PageHead lang={lang} path="/home" meta={page.metadata.meta} noindex={unknown} />
      {unknown ? <UnknownPath /> : <OrganizationData lang={lang} />}
      <BlockList blocks={page.blocks.slice(0, call)} lang={lang} tones={['paper', 'sand', 'paper', 'sand']} />
      <CourseCards lang={lang} />
      <BlockList blocks={page.blocks.slice(call)} lang={lang} tones={['deep']} />
      <ContinueCard lang={lang} labels={{ title: t('continue_title'), go: t('continue_go') }} />
    </>
  );
}
