import { setProducts, setProductsSchema, viewProducts } from '@/lib/checkout/purchase/products';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'admin-step-up', body: setProductsSchema, maxBytes: 512 * 1024 }, async ({ actor, body, lang }) => {
    await setProducts(actor, body, { lang, now: now() });
    return viewProducts(lang);
  }),
});
