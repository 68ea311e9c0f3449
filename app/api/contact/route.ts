import { identified } from '@/lib/api/answers/shapes';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';
import { now } from '@/lib/clock';
import { receiveMessage } from '@/lib/contact/receive-message';
import { contactSchema } from '@/lib/contact/schema';

export const dynamic = 'force-dynamic';

export const POST = handler(
  { access: 'public', answers: { 201: identified }, body: contactSchema, form: { next: '/contact?sent=1', back: '/contact' } },
  async ({ request, body, lang }) => {
    return Response.json(await receiveMessage(body, { lang, address: deviceOf(request.headers).address, now: now() }), { status: 201, headers: { 'cache-control': 'no-store' } });
  },
);
