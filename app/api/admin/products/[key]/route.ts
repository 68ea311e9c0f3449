import { adminProduct } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { changeProduct, productChangeSchema, requireProduct } from '@/lib/courses/admin/products';

export const GET = handler(
  {
    id: 'getAdminProduct',
    tag: 'Administration',
    summary: "A product's price and name",
    access: 'admin',
    answers: { 200: adminProduct },
  },
  async ({ actor, params: { key = '' } }) => requireProduct(actor, key),
);
export const PUT = handler(
  {
    id: 'changeProduct',
    tag: 'Administration',
    summary: 'Change a product',
    description: 'Amounts are in piastres.',
    access: 'adminStepUp',
    answers: { 200: adminProduct },
    problems: [409],
    body: productChangeSchema,
    example: {
      body: {
        amount: 1000,
        saleAmount: 500,
        refundableOnSale: true,
        updatedAt: '2026-01-01T00:00:00Z',
      },
    },
  },
  async ({ actor, params: { key = '' }, body }) => changeProduct(actor, key, body, now()),
);
