import { viewProducts } from '@/lib/checkout/purchase/products';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'anyone' }, ({ lang }) => viewProducts(lang)),
});
