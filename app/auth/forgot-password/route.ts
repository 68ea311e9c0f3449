import { z } from 'zod';
import { sendCode } from '@/lib/accounts/one-time-codes';
import { sendCodeSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';
import { defaultLanguage } from '@/lib/language';

/** Row D3: the answer does not reveal whether the account exists. */
export const POST = handler(
  {
    id: 'sendPasswordCode',
    tag: 'Accounts',
    summary: 'Mail a one-time code',
    description: 'The response is the same whether or not the account exists.',
    access: 'public',
    answers: { 202: z.strictObject({}) },
    body: sendCodeSchema,
    origin: 'not-foreign',
    form: { back: '/forgetPassword', next: '/otpcode' },
    example: { body: { email: 'nobody@midan.example', callbackUrl: `/${defaultLanguage}/home`, resend: '1' } },
  },
  async ({ request, body, lang, isForm }) => {
    await sendCode('otp', { email: body.email, ip: deviceOf(request.headers).ip, now: now() });
    if (!isForm) return Response.json({}, { status: 202, headers: { 'cache-control': 'no-store' } });
    const next = safeNext(body.callbackUrl);
    const query = new URLSearchParams({
      email: body.email,
      ...(next ? { next } : {}),
      ...(body.resend ? { sent: '1' } : {}),
    });
    return new Response(null, { status: 303, headers: { location: `/${lang}/otpcode?${query}` } });
  },
);
