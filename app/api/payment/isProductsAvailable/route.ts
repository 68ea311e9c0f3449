import { listProducts } from '@/lib/courses/catalogue';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({}, async () => (await listProducts()).length > 0),
});
