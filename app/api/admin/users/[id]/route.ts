import { requireAdminLearner } from '@/lib/admin/users/learner';
import { now } from '@/lib/clock';
import { adminUser } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminUser } }, async ({ actor, params: { id = '' } }) => requireAdminLearner(actor, id, now()));
