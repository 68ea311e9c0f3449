import { changeProduct, productChangeSchema } from '@/lib/admin/products';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ access: 'admin-step-up', body: productChangeSchema }, async ({ actor, params: { key = '' }, body }) => changeProduct(actor, key, body, now())),
});
