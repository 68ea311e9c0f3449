import { resetGrantCookie, verifyOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { verifyOtpSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { resetGrant } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { Problem } from '@/lib/problem';
import { deviceOf } from '@/lib/auth/sessions/device';

/** A form gets the grant in an httpOnly cookie, a program in the body (D4). */
export const POST = handler({ access: 'public', answers: { 200: resetGrant }, body: verifyOtpSchema, origin: 'not-foreign', form: { back: '/otpcode', next: '/resetPassword' } }, async ({ request, body, lang, isForm }) => {
  const verified = await verifyOneTimeCode({ ...body, address: deviceOf(request.headers).address, now: now() });
  if (!verified.ok) throw new Problem(422, verified.code);
  if (!isForm) return verified.value;
  const headers = new Headers({ location: `/${lang}/resetPassword` });
  headers.append('set-cookie', resetGrantCookie(verified.value.resetToken));
  return new Response(null, { status: 303, headers });
});
