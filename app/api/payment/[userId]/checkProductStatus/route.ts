import { ownsProduct, productStatusSchema } from '@/lib/checkout/product-list';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', body: productStatusSchema }, ({ params, body }) => ownsProduct(params.userId ?? '', body)),
});
