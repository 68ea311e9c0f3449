import { endUserSessions } from '@/lib/accounts/admin/users';
import { endedSessions } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const DELETE = handler(
  {
    id: 'endUserSessions',
    tag: 'Administration',
    summary: 'Sign a user out everywhere',
    access: 'admin',
    answers: { 200: endedSessions },
  },
  async ({ actor, params: { id = '' } }) => endUserSessions(actor, { userId: id, sessionId: null }, now()),
);
