import { productList } from '@/lib/api/answers/payments';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { listProductViews, setProducts, setProductsSchema } from '@/lib/orders/checkout/products';

export const POST = handler(
  {
    id: 'setProducts',
    tag: 'Payments',
    summary: 'Add or replace products by key',
    description: 'Stores all products or none. `amount` is in pounds.',
    access: 'adminStepUp',
    answers: { 200: productList },
    body: setProductsSchema,
  },
  async ({ actor, body, lang }) => {
    await setProducts(actor, body, { lang, now: now() });
    return listProductViews(lang);
  },
);
