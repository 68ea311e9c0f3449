import { Fragment } from 'react';
import { AdminPagination, DataTable, emptyListTexts, FilterBar, sortLink } from '@/components/admin/list/data-table';
import {
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { countText, dayText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { Badge } from '@/components/ui/text/badge';
import { listUsers, userQuerySchema } from '@/lib/accounts/admin/users';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_learners');

export default async function LearnersPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = userQuerySchema.safeParse(queryValues).data ?? { page: 1 };
  return renderAdminPage(params, pathWithQuery('/learners', queryValues), async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listUsers(actor, query);
    const listPath = `/${lang}/admin/learners`;
    const sort = query.sort ?? 'newest';
    const filters = { ...(query.role && { role: query.role }), ...(query.q && { q: query.q }) };
    return (
      <>
        <PageHead title={t('section_learners')} intro={t('learners_intro')} />
        <FilterBar
          action={listPath}
          submit={t('filter')}
          search={{ label: t('search_learners'), value: query.q ?? '' }}
          choice={{
            name: 'role',
            label: t('role'),
            value: query.role ?? '',
            options: [
              { value: '', label: t('all') },
              { value: 'learner', label: t('role_learner') },
              { value: 'editor', label: t('role_editor') },
              { value: 'admin', label: t('role_admin') },
            ],
          }}
        />
        <DataTable
          caption={t('section_learners')}
          {...emptyListTexts(t, 'learners', listPath, Object.keys(filters).length > 0)}
          columns={[
            { label: t('name') },
            { label: t('email'), wide: true },
            { label: t('role') },
            { label: t('courses'), end: true },
            {
              label: t('joined'),
              tight: true,
              sort: sortLink({ path: listPath, query: filters, sort, descending: 'newest', ascending: 'oldest' }),
            },
            { label: t('last_seen'), tight: true },
          ]}
          rows={rows.map((row) => ({
            key: row.userId,
            href: `${listPath}/${row.userId}`,
            cells: [
              <Fragment key="name">
                <bdi>{row.name || row.email}</bdi>
                {row.userId === actor.userId && ` (${t('you')})`}
              </Fragment>,
              <span key="email">
                <bdi>{row.email}</bdi> {!row.confirmed && <Badge tone="notice">{t('unconfirmed')}</Badge>}
              </span>,
              <Badge key="role" tone={row.role === 'learner' ? 'neutral' : 'accent'}>
                {t(`role_${row.role}`)}
              </Badge>,
              countText(row.courses.length, lang),
              dayText(row.createdAt, lang),
              dayText(row.lastSeenAt, lang),
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
