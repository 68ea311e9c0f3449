import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { listProducts } from '@/lib/courses/catalogue/catalogue';

export const GET = handler(
  {
    id: 'checkProductAvailability',
    tag: 'Payments',
    summary: 'Check if any product is on sale',
    access: 'anyone',
    answers: { 200: z.boolean() },
  },
  async () => (await listProducts()).length > 0,
);
