import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { sendLoginCode } from '@/lib/auth/one-time-codes/login-code';
import { sendLoginCodeSchema } from '@/lib/auth/schema';
import { deviceOf } from '@/lib/auth/sessions/device';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';

/** The same answer whether or not the account exists (N21). */
export const POST = handler({ access: 'public', answers: { 202: z.strictObject({}) }, body: sendLoginCodeSchema, origin: 'not-foreign', form: { back: '/login', next: '/login/code' } }, async ({ request, body, lang, isForm }) => {
  await sendLoginCode({ email: body.email, address: deviceOf(request.headers).address, now: now() });
  if (!isForm) return Response.json({}, { status: 202, headers: { 'cache-control': 'no-store' } });
  const next = safeNext(body.callbackUrl);
  const query = new URLSearchParams({ email: body.email, ...(next ? { next } : {}), ...(body.resend ? { sent: '1' } : {}) });
  return new Response(null, { status: 303, headers: { location: `/${lang}/login/code?${query}` } });
});
