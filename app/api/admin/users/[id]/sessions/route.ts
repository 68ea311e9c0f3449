import { endLearnerSessions } from '@/lib/admin/users/learner';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => endLearnerSessions(actor, { userId: id, sessionId: null }, now())),
});
