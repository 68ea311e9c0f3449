import { createGuest } from '@/lib/accounts/create-account';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { pageLanguageOf } from '@/lib/guards/request-language';
import { signedIn } from '@/lib/sessions/answers';
import { deviceOf } from '@/lib/sessions/device';
import { startSession } from '@/lib/sessions/start-session';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ origin: 'not-foreign' }, async ({ request }) => {
    const time = now();
    const device = deviceOf(request.headers);
    const guest = await createGuest(pageLanguageOf(request), device.address, time);
    return signedIn(await startSession(guest, device, time), { status: 201, cookies: false, now: time });
  }),
});
