import { listSessions } from '@/lib/accounts/sessions/devices';
import { signedInDevices } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const GET = handler(
  {
    id: 'listSessions',
    tag: 'Accounts',
    summary: 'List sessions',
    access: 'sameUserOrAdmin',
    answers: { 200: signedInDevices },
  },
  ({ actor, params }) => listSessions(actor, params.userId ?? '', now()),
);
