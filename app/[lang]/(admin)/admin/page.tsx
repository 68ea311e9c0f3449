import type { ReactNode } from 'react';
import { DayChart, type FigureItem, FigureRow, ShareBar } from '@/components/admin/figures';
import { DataTable } from '@/components/admin/list/data-table';
import { type AdminContext, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { countText, percentText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { classNames } from '@/components/ui/class-names';
import { Money } from '@/components/ui/text/money';
import { now } from '@/lib/clock';
import { finishedPercent } from '@/lib/courses/progress/progress';
import { languageName } from '@/lib/language';
import { formatMoney, moneyParts } from '@/lib/money';
import { type Overview, readOverview } from '@/lib/operations/admin/overview';
import styles from './overview.module.css';

interface Props {
  params: Promise<{ lang: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_overview');

export default async function OverviewPage({ params }: Props) {
  return renderAdminPage(params, '', async (context) => (
    <OverviewFigures {...context} overview={await readOverview(context.actor, now())} />
  ));
}

type OverviewFigures = AdminContext & { overview: Overview };

function OverviewFigures({ lang, t, overview, actor }: OverviewFigures): ReactNode {
  const { totals, before, days } = overview;
  const money = (piastres: number) => <Money piastres={piastres} lang={lang} />;
  const trendText = (value: number, was: number) => trendOf(value, was, lang, t('than_before'));
  return (
    <>
      <PageHead title={t('section_overview')} intro={t('overview_intro')} />
      <FigureRow figures={waitingFigures({ lang, t, overview })} />
      <FigureRow
        figures={[
          {
            label: t('sales'),
            value: money(totals.salesPiastres),
            note: t('orders_paid', { count: totals.sales }),
            trend: trendText(totals.salesPiastres, before.salesPiastres),
          },
          {
            label: t('enrolments'),
            value: countText(totals.enrolments, lang),
            trend: trendText(totals.enrolments, before.enrolments),
          },
          {
            label: t('new_learners'),
            value: countText(totals.learners, lang),
            trend: trendText(totals.learners, before.learners),
          },
          { label: t('refunded'), value: money(totals.refundedPiastres) },
        ]}
      />
      <div className={styles.pair}>
        <DayChart
          lang={lang}
          title={t('sales_by_day')}
          total={money(totals.salesPiastres)}
          asTable={t('as_table')}
          columns={[t('day'), t('sales')]}
          tick={(value) => moneyParts(value, lang).amount}
          days={days.map(({ day, salesPiastres, sales }) => ({
            day,
            value: salesPiastres,
            label: `${formatMoney(salesPiastres, lang)} · ${t('orders_paid', { count: sales })}`,
          }))}
        />
        <DayChart
          lang={lang}
          title={t('enrolments_by_day')}
          total={countText(totals.enrolments, lang)}
          asTable={t('as_table')}
          columns={[t('day'), t('enrolments')]}
          tick={(value) => countText(value, lang)}
          days={days.map(({ day, enrolments }) => ({ day, value: enrolments, label: countText(enrolments, lang) }))}
        />
      </div>
      <div className={classNames(styles.pair, styles.wideFirst)}>
        <Languages lang={lang} t={t} actor={actor} overview={overview} />
        <Courses lang={lang} t={t} actor={actor} overview={overview} />
      </div>
    </>
  );
}

function Languages({ lang, t, overview }: OverviewFigures) {
  return (
    <section>
      <h2>{t('by_language')}</h2>
      <DataTable
        caption={t('by_language')}
        empty={t('none')}
        columns={[
          { label: t('language') },
          { label: t('search_visits'), end: true },
          { label: t('orders_begun'), end: true },
          { label: t('orders_paid_label'), end: true },
          { label: t('share_paid') },
        ]}
        rows={overview.languages.map((row) => ({
          key: row.lang,
          cells: [
            languageName(row.lang, lang),
            countText(row.searches, lang),
            countText(row.begun, lang),
            countText(row.paid, lang),
            row.begun > 0 ? (
              <ShareBar key="share" share={row.paid / row.begun} text={percentText(row.paid / row.begun, lang)} />
            ) : (
              '–'
            ),
          ],
        }))}
      />
      <p className={styles.help}>{t('by_language_help')}</p>
    </section>
  );
}

function Courses({ lang, t, overview }: OverviewFigures) {
  return (
    <section>
      <h2>{t('completion')}</h2>
      <DataTable
        caption={t('completion')}
        empty={t('none')}
        columns={[{ label: t('course') }, { label: t('learners_all'), end: true }, { label: t('completion') }]}
        rows={overview.courses.map((row) => ({
          key: row.slug,
          href: `/${lang}/admin/courses/${row.slug}`,
          cells: [
            row.title[lang],
            countText(row.learners, lang),
            <ShareBar key="share" share={row.completion} text={percentText(row.completion, lang)} />,
          ],
        }))}
      />
      <p className={styles.help}>{t('completion_help', { percent: percentText(finishedPercent / 100, lang) })}</p>
    </section>
  );
}

function trendOf(value: number, was: number, lang: AdminContext['lang'], than: string): FigureItem['trend'] {
  if (was === 0) return null;
  const change = (value - was) / was;
  return { share: `${change >= 0 ? '+' : '−'}${percentText(Math.abs(change), lang)}`, isUp: change >= 0, than };
}

function waitingFigures({
  lang,
  t,
  overview: { waiting },
}: Pick<OverviewFigures, 'lang' | 't' | 'overview'>): FigureItem[] {
  const root = `/${lang}/admin`;
  const items = [
    { label: t('refunds_waiting'), count: waiting.refunds, href: `${root}/orders?status=refund_requested` },
    { label: t('reviews_waiting'), count: waiting.reviews, href: `${root}/orders?status=review` },
    { label: t('enquiries_waiting'), count: waiting.enquiries, href: `${root}/enquiries` },
  ];
  return items.map(({ label, count, href }) => ({
    label,
    href,
    value: countText(count, lang),
    tone: count > 0 ? ('waiting' as const) : ('calm' as const),
  }));
}
