import { requireOrder } from '@/lib/admin/order-desk';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => requireOrder(actor, id)),
});
