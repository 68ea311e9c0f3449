import { createGuest } from '@/lib/accounts/create-account';
import { createSignedInResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/request';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'signInAsGuest',
    tag: 'Accounts',
    summary: 'Start a guest session',
    access: 'public',
    answers: { 201: tokenAnswer },
    origin: 'not-foreign',
  },
  async ({ request }) => {
    const time = now();
    const device = deviceOf(request.headers);
    const guest = await createGuest(pageLanguageOf(request), device.ip, time);
    return createSignedInResponse(await startSession(guest, device, time), { status: 201, cookies: false, now: time });
  },
);
