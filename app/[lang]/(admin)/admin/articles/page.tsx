import { listArticleRows } from '@/lib/admin/articles';
import { pageNumber } from '@/lib/page-number';
import { now } from '@/lib/clock';
import { languages } from '@/lib/language';
import { Badge } from '../../../_ui/text/badge';
import { ButtonLink } from '../../../_ui/button';
import { adminMetadata, adminPage, textIn, type Query } from '../_parts/page/admin-page';
import { DataTable } from '../_parts/list/data-table';
import { countText, timeText } from '../_parts/page/format';
import { PageHead } from '../_parts/page/page-head';
import { Pager } from '../_parts/list/pager';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_articles');

/** Row O8: articles, and in which languages each can be read. */
export default async function ArticlesPage({ params, searchParams }: Props) {
  const asked = pageNumber.safeParse(textIn(await searchParams).page).data ?? 1;
  return adminPage(params, '/articles', async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listArticleRows(actor, asked, now());
    const here = `/${lang}/admin/articles`;
    return (
      <>
        <PageHead title={t('section_articles')} intro={t('articles_intro')} actions={<ButtonLink href={`${here}/new`} icon="plus" prefetch={false}>{t('new_article')}</ButtonLink>} />
        <DataTable
          caption={t('section_articles')} empty={t('no_articles')}
          columns={[{ label: t('article') }, { label: t('languages'), tight: true }, { label: t('status') }, { label: t('shown_from'), tight: true }, { label: t('views'), end: true }]}
          rows={rows.map((row) => ({
            key: row.id, href: `${here}/${row.id}`,
            cells: [
              <bdi key="title">{row.titles[lang] ?? Object.values(row.titles)[0] ?? row.id}</bdi>,
              <span key="languages">{languages.map((each) => <span key={each}><Badge tone={row.titles[each] ? 'success' : 'notice'}>{each}</Badge> </span>)}</span>,
              <Badge key="state" tone={row.scheduled ? 'accent' : row.published ? 'success' : 'neutral'}>{t(row.scheduled ? 'scheduled' : row.published ? 'published' : 'hidden')}</Badge>,
              timeText(row.publishedAt, lang), countText(row.views, lang),
            ],
          }))}
        />
        <Pager t={t} path={here} query={{}} page={page} hasNext={hasNext} />
      </>
    );
  });
}
