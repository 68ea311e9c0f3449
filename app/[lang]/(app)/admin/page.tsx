import type { ReactNode } from 'react';
import { readOverview, type Overview } from '@/lib/admin/overview';
import { now } from '@/lib/clock';
import { Money } from '../../_ui/money';
import { adminMetadata, adminPage, type AdminContext } from './_parts/admin-page';
import { DataTable } from './_parts/data-table';
import { DayChart } from './_parts/day-chart';
import { FigureRow } from './_parts/figure-row';
import { countText, percentText } from './_parts/format';
import { PageHead } from './_parts/page-head';

type Props = { params: Promise<{ lang: string }> };

export const generateMetadata = async ({ params }: Props) => adminMetadata((await params).lang, 'section_overview');

/** Row O6: how the month goes, and what waits for a person. */
export default async function OverviewPage({ params }: Props) {
  return adminPage({ lang: (await params).lang, path: '', section: 'overview' }, async (context) => <Shown {...context} overview={await readOverview(context.actor, now())} />);
}

type Shown = AdminContext & { overview: Overview };

function Shown({ lang, t, overview }: Shown): ReactNode {
  const { totals, days, languages, courses } = overview;
  const money = (piastres: number) => <Money piastres={piastres} lang={lang} unit={t('egp')} />;
  return (
    <>
      <PageHead title={t('section_overview')} intro={t('overview_intro')} />
      <FigureRow figures={waitingFigures({ lang, t, overview })} />
      <FigureRow figures={[
        { label: t('sales'), value: money(totals.salesPiastres), note: t('orders_paid', { count: totals.sales }) },
        { label: t('refunded'), value: money(totals.refundedPiastres) },
        { label: t('enrolments'), value: countText(totals.enrolments, lang) },
        { label: t('learners_all'), value: countText(totals.learners, lang) },
      ]} />
      <DayChart title={t('sales_by_day')} columns={[t('day'), t('sales')]} days={days.map(({ day, salesPiastres, sales }) => ({ day, value: salesPiastres, label: `${salesPiastres / 100} ${t('egp')} · ${sales}` }))} />
      <DayChart title={t('enrolments_by_day')} columns={[t('day'), t('enrolments')]} days={days.map(({ day, enrolments }) => ({ day, value: enrolments, label: String(enrolments) }))} />
      <section>
        <h2>{t('by_language')}</h2>
        <DataTable
          caption={t('by_language')} empty={t('none')} columns={[{ label: t('language') }, { label: t('orders_begun'), end: true }, { label: t('orders_paid_label'), end: true }, { label: t('share_paid'), end: true }]}
          rows={languages.map((row) => ({ key: row.lang, cells: [t(`language_${row.lang}`), countText(row.begun, lang), countText(row.paid, lang), row.begun > 0 ? percentText(row.paid / row.begun, lang) : '–'] }))}
        />
      </section>
      <section>
        <h2>{t('section_courses')}</h2>
        <DataTable
          caption={t('section_courses')} empty={t('none')} columns={[{ label: t('course') }, { label: t('learners_all'), end: true }, { label: t('completion'), end: true }]}
          rows={courses.map((row) => ({ key: row.slug, href: `/${lang}/admin/courses/${row.slug}`, cells: [row.title[lang], countText(row.learners, lang), percentText(row.completion, lang)] }))}
        />
      </section>
    </>
  );
}

function waitingFigures({ lang, t, overview: { waiting } }: Pick<Shown, 'lang' | 't' | 'overview'>) {
  const desk = `/${lang}/admin`;
  const items = [
    { label: t('refunds_waiting'), count: waiting.refunds, href: `${desk}/orders?status=refund_requested` },
    { label: t('reviews_waiting'), count: waiting.reviews, href: `${desk}/orders?status=review` },
    { label: t('enquiries_waiting'), count: waiting.enquiries, href: `${desk}/enquiries` },
  ];
  return items.map(({ label, count, href }) => ({ label, href, value: countText(count, lang), tone: count > 0 ? ('waiting' as const) : ('calm' as const) }));
}
