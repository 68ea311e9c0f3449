import { product } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { readProductView } from '@/lib/orders/checkout/products';

export const GET = handler(
  {
    id: 'getProduct',
    tag: 'Payments',
    summary: 'A product',
    access: 'anyone',
    answers: { 200: product },
  },
  ({ params, lang }) => readProductView(params.key ?? '', lang),
);
