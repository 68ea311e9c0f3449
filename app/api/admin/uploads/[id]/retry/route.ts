import { retryUpload } from '@/lib/admin/uploads/uploads';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => retryUpload(actor, id)),
});
