import { requireOrder } from '@/lib/admin/orders/order-details';
import { adminOrder } from '@/lib/api/answers/administration';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminOrder } }, async ({ actor, params: { id = '' } }) => requireOrder(actor, id, now()));
