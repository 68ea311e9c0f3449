import { z } from 'zod';
import { sendOneTimeCode } from '@/lib/auth/one-time-codes/one-time-code';
import { forgotPasswordSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';

const schema = forgotPasswordSchema.extend({ resend: z.string().optional() });

/** The same answer whether or not the account exists (D3). */
export const POST = handler({ access: 'public', answers: { 202: z.strictObject({}) }, body: schema, origin: 'not-foreign', form: { back: '/forgetPassword', next: '/otpcode' } }, async ({ request, body, lang, isForm }) => {
  await sendOneTimeCode({ email: body.email, address: deviceOf(request.headers).address, now: now() });
  if (!isForm) return Response.json({}, { status: 202, headers: { 'cache-control': 'no-store' } });
  const query = new URLSearchParams({ email: body.email, ...(body.resend ? { sent: '1' } : {}) });
  return new Response(null, { status: 303, headers: { location: `/${lang}/otpcode?${query}` } });
});
