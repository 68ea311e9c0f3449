import { viewProducts } from '@/lib/checkout/product-list';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'anyone' }, ({ lang }) => viewProducts(lang)),
});
