import { changeRole, roleSchema } from '@/lib/admin/users/users';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ access: 'admin-step-up', body: roleSchema }, async ({ actor, params: { id = '' }, body: { role } }) => changeRole(actor, id, role, now())),
});
