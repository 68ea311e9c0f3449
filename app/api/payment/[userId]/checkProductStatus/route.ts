import { z } from 'zod';
import { ownsProduct, productStatusSchema } from '@/lib/checkout/product-list';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'self', answers: { 200: z.boolean() }, body: productStatusSchema }, ({ params, body }) => ownsProduct(params.userId ?? '', body));
