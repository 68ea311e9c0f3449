import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { now } from '@/lib/clock';
import { requestSubscription, subscribeSchema } from '@/lib/newsletter/subscription';

const form = { next: '/newsletter?sent=1', back: '/newsletter' };

export const POST = handler(
  {
    id: 'subscribeToNewsletter',
    tag: 'Newsletter',
    summary: 'Ask for the newsletter',
    description:
      'Sends a mail with a link; the answer is the same whether or not the address is known. In the language of Accept-Language, of a form in that of its page.',
    access: 'anyone',
    answers: { 202: null },
    body: subscribeSchema,
    form,
    example: { body: { email: 'reader@midan.example' } },
  },
  async ({ request, body: { email }, lang }) => {
    await requestSubscription({ email, lang, address: deviceOf(request.headers).address, now: now() });
    return new Response(null, { status: 202 });
  },
);
