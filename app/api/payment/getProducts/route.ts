import { productList } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { listProductViews } from '@/lib/orders/checkout/products';

export const GET = handler(
  {
    id: 'listProducts',
    tag: 'Payments',
    summary: 'Products on sale',
    access: 'anyone',
    answers: { 200: productList },
  },
  ({ lang }) => listProductViews(lang),
);
