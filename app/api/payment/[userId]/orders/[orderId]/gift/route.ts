import { changeGift } from '@/lib/checkout/gifts/change-gift';
import { giftChangeSchema } from '@/lib/checkout/gifts/gift-details';
import { now } from '@/lib/clock';
import { changedGift } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';

const next = (answer: unknown, lang: string) => `/${lang}/profile/payments?notice=${(answer as { mailed: boolean }).mailed ? 'gift-sent' : 'gift-saved'}`;

export const POST = handler(
  { access: 'owner', answers: { 200: changedGift }, body: giftChangeSchema, form: { next, back: '/profile/payments' } },
  ({ params, actor, body }) => changeGift({ actor, userId: params.userId ?? '', orderId: params.orderId ?? '', change: body, now: now() }),
);
