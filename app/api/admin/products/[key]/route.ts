import { changeProduct, productChangeSchema, requireProduct } from '@/lib/admin/products';
import { now } from '@/lib/clock';
import { adminProduct } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminProduct } }, async ({ actor, params: { key = '' } }) => requireProduct(actor, key));
export const PUT = handler({ access: 'adminStepUp', answers: { 200: adminProduct }, body: productChangeSchema }, async ({ actor, params: { key = '' }, body }) => changeProduct(actor, key, body, now()));
