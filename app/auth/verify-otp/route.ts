import { resetGrantCookie, verifyOneTimeCode } from '@/lib/accounts/one-time-codes';
import { verifyOtpSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { resetGrant } from '@/lib/api/answers/account';
import { assertCookiesAllowed, seeOther } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';
import { defaultLanguage } from '@/lib/language';
import { Problem } from '@/lib/problem';

/** Row D4: a form gets the grant in an httpOnly cookie, an API client in the body. */
export const POST = handler(
  {
    id: 'verifyPasswordCode',
    tag: 'Accounts',
    summary: 'Exchange a one-time code for a reset token',
    description: 'Also confirms the email address.',
    access: 'public',
    answers: { 200: resetGrant },
    body: verifyOtpSchema,
    origin: 'not-foreign',
    form: { back: '/otpcode', next: '/resetPassword' },
    example: { body: { email: 'nobody@midan.example', otp: '123456', callbackUrl: `/${defaultLanguage}/home` } },
  },
  async ({ request, body, lang, isForm }) => {
    assertCookiesAllowed(request, isForm);
    const verified = await verifyOneTimeCode({ ...body, ip: deviceOf(request.headers).ip, now: now() });
    if (!verified.ok) throw new Problem(422, verified.code);
    if (!isForm) return verified.value;
    const headers = new Headers({ 'set-cookie': resetGrantCookie(verified.value.resetToken) });
    const next = safeNext(body.callbackUrl);
    return seeOther(`/${lang}/resetPassword${next ? `?next=${encodeURIComponent(next)}` : ''}`, headers);
  },
);
