import type { AdminTexts } from '@/components/admin/page/admin-page';
import { percentText, timeText } from '@/components/admin/page/format';
import { Badge } from '@/components/ui/text/badge';
import { Money } from '@/components/ui/text/money';
import type { Language } from '@/lib/language';
import type { CouponRow } from '@/lib/orders/admin/coupons';

const tones = { planned: 'accent', active: 'success', used_up: 'notice', ended: 'neutral' } as const;

export const StateBadge = ({ t, state }: { t: AdminTexts; state: CouponRow['state'] }) => (
  <Badge tone={tones[state]}>{t(`coupon_${state}`)}</Badge>
);

export function Reduction({
  coupon: { percent, amount },
  lang,
}: {
  coupon: Pick<CouponRow, 'percent' | 'amount'>;
  lang: Language;
}) {
  return percent === null ? (
    <Money piastres={amount ?? 0} lang={lang} />
  ) : (
    <bdi>{percentText(percent / 100, lang)}</bdi>
  );
}

export const usesText = (t: AdminTexts, { used, reserved, maxUses }: CouponRow): string => {
  const uses = maxUses === null ? String(used) : t('coupon_of', { used, allowed: maxUses });
  return reserved > 0 ? `${uses} · ${t('coupon_reserved', { count: reserved })}` : uses;
};

export function periodText(t: AdminTexts, { startsAt, endsAt }: CouponRow, lang: Language): string {
  if (startsAt && endsAt) return t('from_to', { from: timeText(startsAt, lang), to: timeText(endsAt, lang) });
  if (startsAt) return t('from_time', { from: timeText(startsAt, lang) });
  return endsAt ? t('until_time', { to: timeText(endsAt, lang) }) : t('always');
}
