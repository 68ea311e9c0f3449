import { listOrders, orderFilters, orderQuerySchema } from '@/lib/admin/orders/order-list';
import { ButtonLink } from '../../../_ui/button';
import { Money } from '../../../_ui/text/money';
import { adminMetadata, adminPage, textIn, type Query } from '../_parts/page/admin-page';
import { DataTable } from '../_parts/list/data-table';
import { emptyList } from '../_parts/list/empty-list';
import { FilterBar } from '../_parts/list/filter-bar';
import { timeText } from '../_parts/page/format';
import { OrderKind, OrderStatus } from '../_parts/orders/order-status';
import { PageHead } from '../_parts/page/page-head';
import { sortLink } from '../_parts/list/sort-link';
import { Pager } from '../_parts/list/pager';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_orders');

/** Row O6. */
export default async function OrdersPage({ params, searchParams }: Props) {
  const given = textIn(await searchParams);
  const query = orderQuerySchema.safeParse(given).data ?? { page: 1 };
  const path = `/orders${Object.keys(given).length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
  return adminPage(params, path, async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listOrders(actor, query);
    const here = `/${lang}/admin/orders`;
    const sort = query.sort ?? 'newest';
    const filters = { ...(query.status && { status: query.status }), ...(query.q && { q: query.q }) };
    return (
      <>
        <PageHead
          title={t('section_orders')} intro={t('orders_intro')}
          actions={(['xlsx', 'csv'] as const).map((format) => (
            <ButtonLink key={format} variant="secondary" icon="download" href={`/api/admin/orders.${format}?${new URLSearchParams({ ...filters, lang })}`} prefetch={false} download>{t(format)}</ButtonLink>
          ))}
        />
        <FilterBar
          action={here} submit={t('filter')} search={{ label: t('search_orders'), value: query.q ?? '' }}
          choice={{ name: 'status', label: t('status'), value: query.status ?? '', options: [{ value: '', label: t('all') }, ...orderFilters.map((value) => ({ value, label: t(`status_${value}`) }))] }}
        />
        <DataTable
          caption={t('section_orders')} {...emptyList(t, 'orders', here, Object.keys(filters).length > 0)}
          columns={[{ label: t('number'), tight: true }, { label: t('status') }, { label: t('buyer') }, { label: t('product') }, { label: t('amount'), end: true, tight: true, sort: sortLink({ path: here, query: filters, sort, descending: 'highest', ascending: 'lowest' }) },
            { label: t('created'), tight: true, sort: sortLink({ path: here, query: filters, sort, descending: 'newest', ascending: 'oldest' }) }]}
          rows={rows.map((row) => ({
            key: row.orderId, href: `${here}/${row.orderId}`,
            cells: [
              <bdi key="number">#{row.number}</bdi>, <OrderStatus key="status" t={t} status={row.status} review={row.needsReview !== null} />, <bdi key="buyer">{row.buyer || row.email || '–'}</bdi>,
              <span key="product"><bdi>{row.productName[lang] || row.description}</bdi><OrderKind t={t} order={row} /></span>, <Money key="amount" piastres={row.amount} lang={lang} />, timeText(row.createdAt, lang),
            ],
          }))}
        />
        <Pager t={t} path={here} query={query.sort ? { ...filters, sort } : filters} page={page} hasNext={hasNext} />
      </>
    );
  });
}
