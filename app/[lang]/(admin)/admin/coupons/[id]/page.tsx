import { listCourseTitles } from '@/lib/admin/courses/courses';
import { requireCoupon, type CouponRow } from '@/lib/admin/coupons/coupons';
import { now } from '@/lib/clock';
import { traitsOf } from '@/lib/language';
import { FormActions } from '../../../../_ui/form/form';
import { Card } from '../../../../_ui/layout/card';
import { Money } from '../../../../_ui/text/money';
import { ButtonLink } from '../../../../_ui/button';
import { adminMetadata, adminPage, type AdminContext } from '../../_parts/page/admin-page';
import { confirmLabels, saveLabels, stepUpLabels } from '../../_parts/call/client-labels';
import { ConfirmButton } from '../../_parts/call/confirm-button';
import { Facts } from '../../_parts/page/facts';
import { countText } from '../../_parts/page/format';
import { PageHead } from '../../_parts/page/page-head';
import { formLabels } from '../../../../_forms/generated-labels';
import { conflictLabels } from '../../_parts/conflict/conflict-labels';
import { CouponForm, type EditedCoupon } from '../coupon-form';
import { StateBadge, usesText } from '../coupon-texts';

interface Props { params: Promise<{ lang: string; id: string }> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_coupons');

/** Row N10: a coupon, made or changed. */
export default async function CouponPage({ params }: Props) {
  const { id } = await params;
  return adminPage(params, `/coupons/${id}`, async (context) => {
    const { actor, lang, t } = context;
    const [coupon, courses] = await Promise.all([id === 'new' ? null : requireCoupon(actor, id, now()), listCourseTitles(actor)]);
    const { yes, no } = await formLabels(lang);
    const titles = Object.fromEntries(courses.map(({ slug, title }) => [slug, title[lang]]));
    return (
      <>
        <PageHead
          back={{ href: `/${lang}/admin/coupons`, label: t('section_coupons') }} title={coupon ? <bdi>{coupon.code}</bdi> : t('new_coupon')} intro={t('coupon_intro')}
          actions={coupon && <ButtonLink variant="secondary" href={`/${lang}/admin/orders?q=${encodeURIComponent(coupon.code)}`} prefetch={false}>{t('coupon_orders')}</ButtonLink>}
        />
        {coupon && <Uses {...context} coupon={coupon} />}
        <CouponForm
          key={id} lang={lang} coupon={coupon && editedOf(coupon)} courses={courses.map(({ slug, title }) => ({ slug, title: title[lang] }))} folder={`/${lang}/admin/coupons`}
          labels={{ ...saveLabels(t), ...labelsOf(lang, t) }} conflict={conflictLabels(t, { lang, yes, no }, { ...titles, ...fieldNames(t) })} stepUp={stepUpLabels(t)}
        />
      </>
    );
  });
}

function Uses({ lang, t, coupon }: AdminContext & { coupon: CouponRow }) {
  return (
    <Card as="section" aria-labelledby="uses">
      <h2 id="uses">{t('coupon_uses_title')}</h2>
      <Facts facts={[
        [t('status'), <StateBadge key="state" t={t} state={coupon.state} />], [t('coupon_uses'), usesText(t, coupon)], [t('coupon_paid_orders'), countText(coupon.used, lang)],
        [t('coupon_given'), <Money key="given" piastres={coupon.discount} lang={lang} />], [t('coupon_income'), <Money key="income" piastres={coupon.income} lang={lang} />],
      ]} />
      <FormActions>
        {coupon.state !== 'ended' && (
          <ConfirmButton
            label={t('coupon_end')} question={t('coupon_end_sure')} confirm={t('coupon_end_confirm')} danger request={{ method: 'POST', url: `/api/admin/coupons/${coupon.id}/end` }} labels={confirmLabels(t)}
          />
        )}
        {coupon.used + coupon.reserved === 0 && (
          <ConfirmButton
            variant="danger" icon="trash" label={t('delete_coupon')} question={t('sure_delete_coupon')} danger request={{ method: 'DELETE', url: `/api/admin/coupons/${coupon.id}` }} next={`/${lang}/admin/coupons`}
            labels={confirmLabels(t)} stepUp={stepUpLabels(t)}
          />
        )}
      </FormActions>
    </Card>
  );
}

const editedOf = ({ id, code, percent, amount, startsAt, endsAt, maxUses, maxUsesPerLearner, withSale, refundable, forTeams, courses, updatedAt }: CouponRow): EditedCoupon => ({
  id, code, percent, amount, startsAt: startsAt?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null, maxUses, maxUsesPerLearner, withSale, refundable, forTeams, courses,
  updatedAt: updatedAt.toISOString(),
});

function labelsOf(lang: AdminContext['lang'], t: AdminContext['t']) {
  return {
    code: t('coupon_code'), code_help: t('coupon_code_help'), kind: t('coupon_kind'), percent: t('coupon_percent'), amount: t('coupon_amount'),
    value_percent: t('coupon_value_percent'), value_amount: t('coupon_value_amount', { currency: traitsOf(lang).currency }),
    starts: t('coupon_starts'), ends: t('coupon_ends'), time_help: t('coupon_time_help'), max_uses: t('coupon_max_uses'), max_learner: t('coupon_max_learner'),
    max_help: t('coupon_max_help'), read_as: t('amount_read_as'), with_sale: t('coupon_with_sale'), refundable: t('coupon_refundable'), for_teams: t('coupon_for_teams'), courses: t('coupon_courses'), courses_help: t('coupon_courses_help'),
  };
}

/** What the fields are called where two versions are compared. */
const fieldNames = (t: AdminContext['t']): Record<string, string> => ({
  isPercent: t('coupon_percent'), value: t('coupon_value'), startsAt: t('coupon_starts'), endsAt: t('coupon_ends'), maxUses: t('coupon_max_uses'), maxUsesPerLearner: t('coupon_max_learner'),
  withSale: t('coupon_with_sale'), refundable: t('coupon_refundable'), forTeams: t('coupon_for_teams'), courses: t('coupon_courses'),
});
