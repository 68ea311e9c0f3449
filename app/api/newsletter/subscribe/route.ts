import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { askToSubscribe, subscribeSchema } from '@/lib/newsletter/sign-up';

const form = { next: '/newsletter?sent=1', back: '/newsletter' };

export const POST = handler({ access: 'anyone', answers: { 202: null }, body: subscribeSchema, form }, async ({ request, body: { email }, lang }) => {
  await askToSubscribe({ email, lang, address: request.headers.get('x-client-address') ?? 'unknown', now: now() });
  return new Response(null, { status: 202 });
});
