import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';
import { now } from '@/lib/clock';
import { askToSubscribe, subscribeSchema } from '@/lib/newsletter/sign-up';

const form = { next: '/newsletter?sent=1', back: '/newsletter' };

export const POST = handler({ access: 'anyone', answers: { 202: null }, body: subscribeSchema, form }, async ({ request, body: { email }, lang }) => {
  await askToSubscribe({ email, lang, address: deviceOf(request.headers).address, now: now() });
  return new Response(null, { status: 202 });
});
