import { createGuest } from '@/lib/auth/password/create-account';
import { now } from '@/lib/clock';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/language';
import { signedIn } from '@/lib/auth/sessions/session-responses';
import { deviceOf } from '@/lib/auth/sessions/device';
import { startSession } from '@/lib/auth/sessions/start-session';

export const POST = handler({ access: 'public', answers: { 201: tokenAnswer }, origin: 'not-foreign' }, async ({ request }) => {
  const time = now();
  const device = deviceOf(request.headers);
  const guest = await createGuest(pageLanguageOf(request), device.address, time);
  return signedIn(await startSession(guest, device, time), { status: 201, cookies: false, now: time });
});
