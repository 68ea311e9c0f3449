import { changeProduct, productChangeSchema } from '@/lib/admin/products';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ access: 'admin-step-up', body: productChangeSchema }, async ({ actor, params: { key = '' }, body }) => changeProduct(actor, key, body, now())),
});
