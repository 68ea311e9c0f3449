import { endLearnerSessions } from '@/lib/admin/users/learner';
import { now } from '@/lib/clock';
import { endedSessions } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const DELETE = handler({ access: 'admin', answers: { 200: endedSessions } }, async ({ actor, params: { id = '', sessionId = '' } }) => endLearnerSessions(actor, { userId: id, sessionId }, now()));
