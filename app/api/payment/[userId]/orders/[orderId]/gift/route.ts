import { changedGift } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { giftChangeSchema } from '@/lib/orders/gift-details';
import { changeGift } from '@/lib/orders/gifts';

const nextPath = (answer: unknown, lang: string) =>
  `/${lang}/profile/payments?notice=${(answer as { mailed: boolean }).mailed ? 'gift-sent' : 'gift-saved'}`;

export const POST = handler(
  {
    id: 'changeGift',
    tag: 'Payments',
    summary: "Correct a gift's recipient or resend it",
    description:
      'Possible until the gift is opened. A gift that was already mailed is mailed again with a new link; before that, `send_on` may change.',
    access: 'sameUser',
    answers: { 200: changedGift },
    problems: [409],
    body: giftChangeSchema,
    form: { next: nextPath, back: '/profile/payments' },
    example: {
      body: {
        recipient_name: 'Hala',
        recipient_email: 'hala@midan.example',
        send_on: '',
      },
    },
  },
  ({ params, actor, body }) =>
    changeGift({ actor, userId: params.userId ?? '', orderId: params.orderId ?? '', change: body, now: now() }),
);
