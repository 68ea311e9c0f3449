import { changeRole, roleSchema } from '@/lib/admin/users';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ access: 'admin-step-up', body: roleSchema }, async ({ actor, params: { id = '' }, body: { role } }) => changeRole(actor, id, role, now())),
});
