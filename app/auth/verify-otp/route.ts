import { verifyOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { verifyOtpSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { Problem } from '@/lib/problem';
import { cookieNames, setCookie } from '@/lib/auth/sessions/cookies';
import { deviceOf } from '@/lib/auth/sessions/device';

/** Row D4: the grant travels in an httpOnly cookie for a form, in the body for a program. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ body: verifyOtpSchema, origin: 'not-foreign', form: { back: '/otpcode', next: '/resetPassword' } }, async ({ request, body, lang, isForm }) => {
    const verified = await verifyOneTimeCode({ ...body, address: deviceOf(request.headers).address, now: now() });
    if (!verified.ok) throw new Problem(422, verified.code);
    if (!isForm) return verified.value;
    const headers = new Headers({ location: `/${lang}/resetPassword` });
    headers.append('set-cookie', setCookie(cookieNames().reset, verified.value.resetToken, { maxAgeSeconds: 600 }));
    return new Response(null, { status: 303, headers });
  }),
});
