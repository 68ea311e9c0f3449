import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { listSessions } from '@/lib/sessions/list-sessions';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'self' }, ({ actor, params }) => listSessions(actor, params.userId ?? '', now())),
});
