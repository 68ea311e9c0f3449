import { listProducts } from '@/lib/courses/catalogue';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'anyone' }, async () => (await listProducts()).length > 0),
});
