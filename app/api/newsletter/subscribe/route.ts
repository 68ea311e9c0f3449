import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { requestSubscription, subscribeSchema } from '@/lib/newsletter/subscription';

const form = { next: '/newsletter?sent=1', back: '/newsletter' };

export const POST = handler(
  {
    id: 'subscribeToNewsletter',
    tag: 'Newsletter',
    summary: 'Subscribe to the newsletter',
    description:
      "Mails a confirmation link; the response is the same whether or not the address is known. The mail is in the language of `Accept-Language`, or of the form's page.",
    access: 'anyone',
    answers: { 202: null },
    body: subscribeSchema,
    form,
    example: { body: { email: 'reader@midan.example' } },
  },
  async ({ request, body: { email }, lang }) => {
    await requestSubscription({ email, lang, ip: deviceOf(request.headers).ip, now: now() });
    return new Response(null, { status: 202 });
  },
);
