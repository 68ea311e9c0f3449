import { requireLearnerDesk } from '@/lib/admin/learner-desk';
import { now } from '@/lib/clock';
import { adminUser } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminUser } }, async ({ actor, params: { id = '' } }) => requireLearnerDesk(actor, id, now()));
