import { AdminPagination, DataTable, emptyListTexts, FilterBar, sortLink } from '@/components/admin/list/data-table';
import { OrderKind, OrderStatus } from '@/components/admin/orders/order-status';
import {
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { timeText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { FileLink } from '@/components/ui/button';
import { Money } from '@/components/ui/text/money';
import { listOrders, orderFilters, orderQuerySchema } from '@/lib/orders/admin/order-list';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_orders');

export default async function OrdersPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = orderQuerySchema.safeParse(queryValues).data ?? { page: 1 };
  return renderAdminPage(params, pathWithQuery('/orders', queryValues), async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listOrders(actor, query);
    const listPath = `/${lang}/admin/orders`;
    const sort = query.sort ?? 'newest';
    const filters = { ...(query.status && { status: query.status }), ...(query.q && { q: query.q }) };
    return (
      <>
        <PageHead
          title={t('section_orders')}
          intro={t('orders_intro')}
          actions={(['xlsx', 'csv'] as const).map((format) => (
            <FileLink key={format} href={`/api/admin/orders.${format}?${new URLSearchParams({ ...filters, lang })}`}>
              {t(format)}
            </FileLink>
          ))}
        />
        <FilterBar
          action={listPath}
          submit={t('filter')}
          search={{ label: t('search_orders'), value: query.q ?? '' }}
          choice={{
            name: 'status',
            label: t('status'),
            value: query.status ?? '',
            options: [
              { value: '', label: t('all') },
              ...orderFilters.map((value) => ({ value, label: t(`status_${value}`) })),
            ],
          }}
        />
        <DataTable
          caption={t('section_orders')}
          {...emptyListTexts(t, 'orders', listPath, Object.keys(filters).length > 0)}
          columns={[
            { label: t('number'), tight: true },
            { label: t('status') },
            { label: t('buyer') },
            { label: t('product') },
            {
              label: t('amount'),
              end: true,
              tight: true,
              sort: sortLink({ path: listPath, query: filters, sort, descending: 'highest', ascending: 'lowest' }),
            },
            {
              label: t('created'),
              tight: true,
              sort: sortLink({ path: listPath, query: filters, sort, descending: 'newest', ascending: 'oldest' }),
            },
          ]}
          rows={rows.map((row) => ({
            key: row.orderId,
            href: `${listPath}/${row.orderId}`,
            cells: [
              <bdi key="number">#{row.number}</bdi>,
              <OrderStatus key="status" t={t} status={row.status} review={row.needsReview !== null} />,
              <bdi key="buyer">{row.buyer || row.email || '–'}</bdi>,
              <span key="product">
                <bdi>{row.productName[lang] || row.description}</bdi>
                <OrderKind t={t} order={row} />
              </span>,
              <Money key="amount" piastres={row.amount} lang={lang} />,
              timeText(row.createdAt, lang),
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
