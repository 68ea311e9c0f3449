import { changeRole, roleSchema } from '@/lib/admin/users/users';
import { now } from '@/lib/clock';
import { changedUser } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const PUT = handler({ access: 'adminStepUp', answers: { 200: changedUser }, body: roleSchema }, async ({ actor, params: { id = '' }, body: { role } }) => changeRole(actor, id, role, now()));
