import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { listSessions } from '@/lib/auth/sessions/list-sessions';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'self' }, ({ actor, params }) => listSessions(actor, params.userId ?? '', now())),
});
