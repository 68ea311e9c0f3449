import { ConfirmButton } from '@/components/admin/call/dialogs';
import { CouponEditor } from '@/components/admin/coupon-editor';
import { StateBadge, usesText } from '@/components/admin/coupon-texts';
import { rowFormLabels, rowFormNode, rowValues } from '@/components/admin/documents/row-form-node';
import { type AdminContext, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { countText } from '@/components/admin/page/format';
import { Facts, PageHead } from '@/components/admin/page/page-head';
import { FormActions } from '@/components/form/form';
import { readFormLabels } from '@/components/form/generated-labels';
import { Card } from '@/components/layout/card';
import { ButtonLink } from '@/components/ui/button';
import { Money } from '@/components/ui/text/money';
import { now } from '@/lib/clock';
import { listCourseTitles } from '@/lib/courses/admin/courses';
import { traitsOf } from '@/lib/language';
import { couponChangeSchema, type CouponRow, newCouponSchema, requireCoupon } from '@/lib/orders/admin/coupons';

interface Props {
  params: Promise<{ lang: string; id: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_coupons');

export default async function CouponPage({ params }: Props) {
  const { id } = await params;
  return renderAdminPage(params, `/coupons/${id}`, async (context) => {
    const { actor, lang, t } = context;
    const [coupon, courses] = await Promise.all([
      id === 'new' ? null : requireCoupon(actor, id, now()),
      listCourseTitles(actor),
    ]);
    const node = couponNode(
      context,
      coupon === null,
      courses.map(({ slug }) => slug),
    );
    const folder = `/${lang}/admin/coupons`;
    return (
      <>
        <PageHead
          back={{ href: folder, label: t('section_coupons') }}
          title={coupon ? <bdi>{coupon.code}</bdi> : t('new_coupon')}
          intro={t('coupon_intro')}
          actions={
            coupon && (
              <ButtonLink
                variant="secondary"
                href={`/${lang}/admin/orders?q=${encodeURIComponent(coupon.code)}`}
                prefetch={false}
              >
                {t('coupon_orders')}
              </ButtonLink>
            )
          }
        />
        {coupon && <Uses {...context} coupon={coupon} />}
        <CouponEditor
          key={id}
          draftKey={`coupon:${actor.userId}:${id}`}
          title={t(coupon ? 'settings' : 'new_coupon')}
          node={node}
          initial={coupon ? rowValues(coupon, node) : blankCoupon}
          version={coupon?.updatedAt.toISOString() ?? ''}
          url={coupon ? `/api/admin/coupons/${coupon.id}` : '/api/admin/coupons'}
          {...(!coupon && { created: { folder, field: 'id' } })}
          form={rowFormLabels(await readFormLabels(lang), {
            ...Object.fromEntries(courses.map(({ slug, title }) => [slug, title[lang]])),
            coupon_kind: t('coupon_kind'),
            coupon_percent: t('coupon_percent'),
            coupon_amount: t('coupon_amount'),
          })}
        />
      </>
    );
  });
}

function Uses({ lang, t, coupon }: AdminContext & { coupon: CouponRow }) {
  return (
    <Card as="section" aria-labelledby="uses">
      <h2 id="uses">{t('coupon_uses_title')}</h2>
      <Facts
        facts={[
          [t('status'), <StateBadge key="state" t={t} state={coupon.state} />],
          [t('coupon_uses'), usesText(t, coupon)],
          [t('coupon_paid_orders'), countText(coupon.used, lang)],
          [t('coupon_given'), <Money key="given" piastres={coupon.discount} lang={lang} />],
          [t('coupon_income'), <Money key="income" piastres={coupon.income} lang={lang} />],
        ]}
      />
      <FormActions>
        {coupon.state !== 'ended' && (
          <ConfirmButton
            label={t('coupon_end')}
            question={t('coupon_end_sure')}
            confirm={t('coupon_end_confirm')}
            danger
            request={{ method: 'POST', url: `/api/admin/coupons/${coupon.id}/end` }}
          />
        )}
        {coupon.used + coupon.reserved === 0 && (
          <ConfirmButton
            variant="danger"
            icon="trash"
            label={t('delete_coupon')}
            question={t('sure_delete_coupon')}
            danger
            request={{ method: 'DELETE', url: `/api/admin/coupons/${coupon.id}` }}
            next={`/${lang}/admin/coupons`}
          />
        )}
      </FormActions>
    </Card>
  );
}

const blankCoupon = {
  code: '',
  percent: null,
  amount: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerLearner: null,
  courses: [],
  withSale: false,
  refundable: false,
  forTeams: false,
};

const couponNode = ({ lang, t }: AdminContext, isNew: boolean, courses: readonly string[]) =>
  rowFormNode(isNew ? newCouponSchema : couponChangeSchema, {
    code: { label: t('coupon_code'), help: t('coupon_code_help'), as: 'code' },
    percent: { label: t('coupon_value_percent'), as: 'percent' },
    amount: { label: t('coupon_value_amount', { currency: traitsOf(lang).currency }), as: 'money' },
    startsAt: { label: t('coupon_starts_at'), help: t('coupon_time_help'), row: 'period' },
    endsAt: { label: t('coupon_ends_at'), help: t('coupon_time_help'), row: 'period' },
    maxUses: { label: t('coupon_max_uses'), help: t('coupon_max_help'), row: 'uses' },
    maxUsesPerLearner: { label: t('coupon_max_uses_per_learner'), help: t('coupon_max_help'), row: 'uses' },
    courses: { label: t('coupon_courses'), help: t('coupon_courses_help'), as: { choices: courses } },
    withSale: { label: t('coupon_with_sale') },
    refundable: { label: t('coupon_refundable') },
    forTeams: { label: t('coupon_for_teams') },
  });
