import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { ownsProduct, productStatusSchema } from '@/lib/orders/checkout/products';

export const POST = handler(
  {
    id: 'checkProductStatus',
    tag: 'Payments',
    summary: 'Check if the user owns the course of a product',
    access: 'sameUserOrAdmin',
    answers: { 200: z.boolean() },
    body: productStatusSchema,
    example: { body: { productKey: 'course-nextjs' } },
  },
  ({ actor, params, body }) => ownsProduct({ actor, userId: params.userId ?? '', product: body }),
);
