import { adminOrder } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { requireOrder } from '@/lib/orders/admin/order-details';

export const GET = handler(
  {
    id: 'getAdminOrder',
    tag: 'Administration',
    summary: 'An order with its timeline',
    access: 'admin',
    answers: { 200: adminOrder },
  },
  async ({ actor, params: { id = '' } }) => requireOrder(actor, id, now()),
);
