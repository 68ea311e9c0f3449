import { BulkList, RowCheckbox } from '@/components/admin/list/bulk-list';
import {
  AdminPagination,
  DataTable,
  emptyListTexts,
  FilterBar,
  sortLink,
  TruncationNote,
} from '@/components/admin/list/data-table';
import {
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { countText, timeText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { ButtonLink } from '@/components/ui/button';
import { Badge } from '@/components/ui/text/badge';
import { articleQuerySchema, listArticleRows } from '@/lib/articles/admin/articles';
import { listNewDraftRows, maxNewDrafts } from '@/lib/articles/admin/drafts';
import { now } from '@/lib/clock';
import { languages } from '@/lib/language';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_articles');

export default async function ArticlesPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = articleQuerySchema.safeParse(queryValues).data ?? { page: 1 };
  return renderAdminPage(params, pathWithQuery('/articles', queryValues), async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listArticleRows(actor, { ...query, now: now() });
    const drafts = query.page === 1 && !query.q ? await listNewDraftRows(actor, lang) : [];
    const listPath = `/${lang}/admin/articles`;
    const filters: Record<string, string> = query.q ? { q: query.q } : {};
    const sort = query.sort ?? 'newest';
    const newArticle = (
      <ButtonLink href={`${listPath}/new`} icon="plus" prefetch={false}>
        {t('new_article')}
      </ButtonLink>
    );
    return (
      <>
        <PageHead title={t('section_articles')} intro={t('articles_intro')} actions={newArticle} />
        <FilterBar
          action={listPath}
          submit={t('filter')}
          search={{ label: t('search_articles'), value: query.q ?? '' }}
        />
        {drafts.length > 0 && (
          <DataTable
            caption={t('article_drafts')}
            empty=""
            columns={[{ label: t('article') }, { label: t('who') }, { label: t('when'), tight: true }]}
            rows={drafts.map(({ id, title, author, savedAt }) => ({
              key: id,
              href: `${listPath}/${id}`,
              cells: [
                <bdi key="title">{title || t('new_article')}</bdi>,
                <bdi key="author">{author}</bdi>,
                timeText(savedAt, lang),
              ],
            }))}
          />
        )}
        <TruncationNote t={t} count={drafts.length} limit={maxNewDrafts} />
        <BulkList
          t={t}
          action="/api/admin/bulk/articles"
          rows={rows.length}
          query={queryValues}
          actions={[
            { value: 'publish', label: t('bulk_publish'), icon: 'eye' },
            { value: 'hide', label: t('bulk_hide'), icon: 'eye-off' },
          ]}
        />
        <DataTable
          caption={t('section_articles')}
          {...emptyListTexts(t, 'articles', listPath, query.q !== undefined, newArticle)}
          columns={[
            { label: t('article') },
            { label: t('languages'), tight: true },
            { label: t('status') },
            {
              label: t('shown_from'),
              tight: true,
              sort: sortLink({ path: listPath, query: filters, sort, descending: 'newest', ascending: 'oldest' }),
            },
            {
              label: t('views'),
              end: true,
              sort: sortLink({
                path: listPath,
                query: filters,
                sort,
                descending: 'most_read',
                ascending: 'least_read',
              }),
            },
          ]}
          rows={rows.map((row) => ({
            key: row.id,
            href: `${listPath}/${row.id}`,
            choose: (
              <RowCheckbox
                id={row.id}
                version={row.updatedAt.toISOString()}
                label={t('bulk_choose', { name: row.titles[lang] ?? row.id })}
              />
            ),
            cells: [
              <bdi key="title">{row.titles[lang] ?? Object.values(row.titles)[0] ?? row.id}</bdi>,
              <span key="languages">
                {languages.map((each) => (
                  <span key={each}>
                    <Badge tone={row.titles[each] ? 'success' : 'notice'}>{each}</Badge>{' '}
                  </span>
                ))}
              </span>,
              <span key="state">
                <Badge tone={row.scheduled ? 'accent' : row.published ? 'success' : 'neutral'}>
                  {t(row.scheduled ? 'scheduled' : row.published ? 'published' : 'hidden')}
                </Badge>{' '}
                {row.hasDraft && <Badge tone="notice">{t('content_draft')}</Badge>}
              </span>,
              timeText(row.publishedAt, lang),
              countText(row.views, lang),
            ],
          }))}
        />
        <AdminPagination
          t={t}
          path={listPath}
          query={query.sort ? { ...filters, sort } : filters}
          page={page}
          hasNext={hasNext}
        />
      </>
    );
  });
}
