import { changeRole, roleSchema } from '@/lib/accounts/admin/users';
import { changedUser } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const PUT = handler(
  {
    id: 'changeRole',
    tag: 'Administration',
    summary: "Change a user's role",
    access: 'adminStepUp',
    answers: { 200: changedUser },
    problems: [409],
    body: roleSchema,
    example: { body: { role: 'learner' } },
  },
  async ({ actor, params: { id = '' }, body: { role } }) => changeRole(actor, id, role, now()),
);
