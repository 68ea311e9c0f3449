import { ownsProduct, productStatusSchema } from '@/lib/checkout/product-list';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', body: productStatusSchema }, ({ params, body }) => ownsProduct(params.userId ?? '', body)),
});
