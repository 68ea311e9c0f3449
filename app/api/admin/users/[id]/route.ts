import { requireAdminLearner } from '@/lib/admin/users/learner';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => requireAdminLearner(actor, id, now())),
});
