import { changeProduct, productChangeSchema } from '@/lib/admin/products';
import { now } from '@/lib/clock';
import { adminProduct } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const PUT = handler({ access: 'adminStepUp', answers: { 200: adminProduct }, body: productChangeSchema }, async ({ actor, params: { key = '' }, body }) => changeProduct(actor, key, body, now()));
