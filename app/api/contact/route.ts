import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { contactSchema, receiveContactMessage } from '@/lib/contact/receive-message';
import { identified } from '@/lib/shapes';

export const dynamic = 'force-dynamic';

export const POST = handler(
  {
    id: 'sendContactMessage',
    tag: 'Contact',
    summary: 'Send a message',
    description: 'The message is stored first, then forwarded by mail and webhook with retries.',
    access: 'public',
    answers: { 201: identified },
    body: contactSchema,
    form: { next: '/contact?sent=1', back: '/contact' },
    example: {
      body: {
        fullName: 'Mona Adel',
        email: 'mona@midan.example',
        phoneNumber: '01001234567',
        message: 'Hello there',
      },
    },
  },
  async ({ request, body, lang }) => {
    return Response.json(await receiveContactMessage(body, { lang, ip: deviceOf(request.headers).ip, now: now() }), {
      status: 201,
      headers: { 'cache-control': 'no-store' },
    });
  },
);
