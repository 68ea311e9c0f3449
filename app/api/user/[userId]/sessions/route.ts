import { now } from '@/lib/clock';
import { signedInDevices } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { listSessions } from '@/lib/auth/sessions/list-sessions';

export const GET = handler({ access: 'self', answers: { 200: signedInDevices } }, ({ actor, params }) => listSessions(actor, params.userId ?? '', now()));
