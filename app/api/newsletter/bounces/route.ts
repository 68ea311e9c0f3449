import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { bounceSchema, reportBounce } from '@/lib/newsletter/bounces';

export const POST = handler(
  {
    id: 'reportNewsletterBounce',
    tag: 'Newsletter',
    summary: 'Report an address that bounced or complained',
    description:
      'For the mail provider, with NEWSLETTER_BOUNCE_TOKEN as bearer; 401 while that is not set. Ends the subscription, unless the reason is about something else than the mailbox.',
    access: 'bounceToken',
    answers: { 204: null },
    body: bounceSchema,
    origin: 'any',
    example: { body: { email: 'reader@midan.example', permanent: true, reason: 'No such mailbox' } },
  },
  async ({ body }) => {
    await reportBounce(body, now());
    return new Response(null, { status: 204 });
  },
);
