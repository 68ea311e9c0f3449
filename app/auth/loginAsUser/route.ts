import { checkPassword } from '@/lib/accounts/check-password';
import { signInSchema } from '@/lib/accounts/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { Problem } from '@/lib/problem';
import { signedIn } from '@/lib/sessions/answers';
import { deviceOf } from '@/lib/sessions/device';
import { startSession } from '@/lib/sessions/start-session';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ body: signInSchema, origin: 'not-foreign' }, async ({ request, body }) => {
    const time = now();
    const device = deviceOf(request.headers);
    const proven = await checkPassword({ email: body.email, password: body.sub, totp: body.totp, address: device.address, now: time });
    if (!proven.ok) throw new Problem(401, proven.code, { headers: { 'www-authenticate': 'Bearer' } });
    return signedIn(await startSession(proven.value, device, time), { status: 200, cookies: false, now: time });
  }),
});
