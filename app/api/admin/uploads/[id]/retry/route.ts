import { retryUpload } from '@/lib/admin/uploads/uploads';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => retryUpload(actor, id)),
});
