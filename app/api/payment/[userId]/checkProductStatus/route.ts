import { z } from 'zod';
import { ownsProduct, productStatusSchema } from '@/lib/checkout/purchase/products';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'self', answers: { 200: z.boolean() }, body: productStatusSchema }, ({ actor, params, body }) => ownsProduct({ actor, userId: params.userId ?? '', product: body }));
