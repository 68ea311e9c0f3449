import { endLearnerSessions } from '@/lib/admin/learner-desk';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: handler({ access: 'admin' }, async ({ actor, params: { id = '', sessionId = '' } }) => endLearnerSessions(actor, { userId: id, sessionId }, now())),
});
