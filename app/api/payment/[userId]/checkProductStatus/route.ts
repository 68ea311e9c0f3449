import { ownsProduct, productStatusSchema } from '@/lib/checkout/purchase/products';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', body: productStatusSchema }, ({ actor, params, body }) => ownsProduct({ actor, userId: params.userId ?? '', product: body })),
});
