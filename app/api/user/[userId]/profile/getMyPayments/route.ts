import { paymentList } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { listMyPayments } from '@/lib/orders/list-payments';

export const GET = handler(
  {
    id: 'listMyPayments',
    tag: 'Courses',
    summary: "The user's orders",
    access: 'sameUserOrAdmin',
    answers: { 200: paymentList },
  },
  ({ params, actor }) => listMyPayments({ actor, userId: params.userId ?? '' }),
);
