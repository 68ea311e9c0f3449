import { DataTable } from '@/components/admin/list/data-table';
import { createAdminMetadata, type Query, queryTexts, renderAdminPage } from '@/components/admin/page/admin-page';
import { countText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { Field } from '@/components/form/field';
import { Button, FileLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Money } from '@/components/ui/text/money';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { type MonthSum, readMonth, readMonthSums } from '@/lib/orders/admin/tax-receipt-export';
import filterStyles from '@/components/admin/list/filter-bar.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

const noBreakHyphen = '\u2011';

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_receipts');

export default async function ReceiptsPage({ params, searchParams }: Props) {
  const { month: typed = '' } = queryTexts(await searchParams);
  const month = readMonth(typed, now());
  return renderAdminPage(params, `/receipts?month=${encodeURIComponent(typed)}`, async ({ actor, lang, t }) => {
    const sums = month === null ? [] : await readMonthSums(actor, month);
    const netAmount = (name: 'amountPiastres' | 'taxPiastres') =>
      sums.reduce((sum, one) => sum + (one.kind === 'receipt' ? one[name] : -one[name]), 0);
    const cells = (
      label: string,
      count: number,
      { amountPiastres, taxPiastres }: Pick<MonthSum, 'amountPiastres' | 'taxPiastres'>,
      isNegative: boolean,
    ) => [
      label,
      <bdi key="count">{countText(count, lang)}</bdi>,
      <Money key="amount" piastres={amountPiastres} lang={lang} minus={isNegative} />,
      <Money key="tax" piastres={taxPiastres} lang={lang} minus={isNegative} />,
    ];
    const downloadLink = (format: 'xlsx' | 'csv' | 'json') => (
      <FileLink
        key={format}
        href={`/api/admin/receipts.${format}?month=${month}${format === 'json' ? '' : `&lang=${lang}`}`}
      >
        {t(format === 'xlsx' ? 'xlsx' : `receipts_${format}`)}
      </FileLink>
    );
    return (
      <>
        <PageHead
          title={t('section_receipts')}
          intro={t('receipts_intro')}
          actions={
            month !== null && (
              <>
                {downloadLink('xlsx')}
                {downloadLink('csv')}
                {downloadLink('json')}
              </>
            )
          }
        />
        {!config().seller && <Notice tone="notice">{t('receipts_off')}</Notice>}
        <form method="get" action={`/${lang}/admin/receipts`} className={filterStyles.bar}>
          {/* Firefox and Safari show a text field. */}
          <Field
            name="month"
            type="month"
            label={t('receipts_month')}
            help={
              <>
                {t('receipts_month_help')} <bdi dir="ltr">{readMonth('', now())?.replace('-', noBreakHyphen)}</bdi>
              </>
            }
            error={month === null ? t('receipts_month_wrong') : undefined}
            defaultValue={month ?? typed}
            latin
          />
          <Button type="submit" variant="secondary" icon="search">
            {t('receipts_show')}
          </Button>
        </form>
        {month !== null && (
          <DataTable
            caption={t('section_receipts')}
            empty=""
            columns={[
              { label: t('receipts_kind') },
              { label: t('receipts_count'), end: true, tight: true },
              { label: t('receipts_amount'), end: true, tight: true },
              { label: t('receipts_tax'), end: true, tight: true },
            ]}
            rows={[
              ...sums.map((sum) => ({
                key: sum.kind,
                cells: cells(
                  t(sum.kind === 'receipt' ? 'receipts_receipts' : 'receipts_credit_notes'),
                  sum.count,
                  sum,
                  sum.kind === 'creditNote' && sum.amountPiastres > 0,
                ),
              })),
              {
                key: 'total',
                cells: cells(
                  t('receipts_total'),
                  sums.reduce((sum, { count }) => sum + count, 0),
                  {
                    amountPiastres: Math.abs(netAmount('amountPiastres')),
                    taxPiastres: Math.abs(netAmount('taxPiastres')),
                  },
                  netAmount('amountPiastres') < 0,
                ),
              },
            ]}
          />
        )}
      </>
    );
  });
}
