import { listProducts } from '@/lib/courses/catalogue/catalogue';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'anyone' }, async () => (await listProducts()).length > 0),
});
