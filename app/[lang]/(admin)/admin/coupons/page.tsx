import { periodText, Reduction, StateBadge, usesText } from '@/components/admin/coupon-texts';
import { BulkList, RowCheckbox } from '@/components/admin/list/bulk-list';
import { AdminPagination, DataTable, emptyListTexts, FilterBar } from '@/components/admin/list/data-table';
import {
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { PageHead } from '@/components/admin/page/page-head';
import { ButtonLink } from '@/components/ui/button';
import { Money } from '@/components/ui/text/money';
import { now } from '@/lib/clock';
import { couponQuerySchema, listCoupons } from '@/lib/orders/admin/coupons';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_coupons');

export default async function CouponsPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = couponQuerySchema.safeParse(queryValues).data ?? { page: 1 };
  return renderAdminPage(params, pathWithQuery('/coupons', queryValues), async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listCoupons(actor, { ...query, now: now() });
    const listPath = `/${lang}/admin/coupons`;
    const newCoupon = (
      <ButtonLink href={`${listPath}/new`} icon="plus" prefetch={false}>
        {t('new_coupon')}
      </ButtonLink>
    );
    return (
      <>
        <PageHead title={t('section_coupons')} intro={t('coupons_intro')} actions={newCoupon} />
        <FilterBar
          action={listPath}
          submit={t('filter')}
          search={{ label: t('search_coupons'), value: query.q ?? '' }}
        />
        <BulkList
          t={t}
          action="/api/admin/bulk/coupons"
          rows={rows.length}
          query={queryValues}
          actions={[{ value: 'end', label: t('bulk_end_coupons'), icon: 'clock', sure: t('bulk_end_coupons_sure') }]}
        />
        <DataTable
          caption={t('section_coupons')}
          {...emptyListTexts(t, 'coupons', listPath, query.q !== undefined, newCoupon)}
          columns={[
            { label: t('coupon_code'), tight: true },
            { label: t('status') },
            { label: t('coupon_value'), tight: true },
            { label: t('coupon_from_to') },
            { label: t('coupon_uses') },
            { label: t('coupon_income'), end: true, tight: true },
          ]}
          rows={rows.map((row) => ({
            key: row.id,
            href: `${listPath}/${row.id}`,
            choose: <RowCheckbox id={row.id} label={t('bulk_choose', { name: row.code })} />,
            cells: [
              <bdi key="code">{row.code}</bdi>,
              <StateBadge key="state" t={t} state={row.state} />,
              <Reduction key="value" coupon={row} lang={lang} />,
              periodText(t, row, lang),
              usesText(t, row),
              <Money key="income" piastres={row.income} lang={lang} />,
            ],
          }))}
        />
        <AdminPagination t={t} path={listPath} query={query.q ? { q: query.q } : {}} page={page} hasNext={hasNext} />
      </>
    );
  });
}
