import { listMyPayments } from '@/lib/checkout/orders/list-payments';
import { paymentList } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'self', answers: { 200: paymentList } }, ({ params, actor }) => listMyPayments({ actor, userId: params.userId ?? '' }));
