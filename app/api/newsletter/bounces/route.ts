import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { bounceSchema, reportBounce } from '@/lib/newsletter/bounces';

export const POST = handler(
  {
    id: 'reportNewsletterBounce',
    tag: 'Newsletter',
    summary: 'Report an address that bounced or complained',
    description:
      'Called by the mail provider with `NEWSLETTER_BOUNCE_TOKEN` as the bearer token; 401 while the variable is unset. A permanent bounce ends the subscription, unless `reason` names a cause other than the mailbox.',
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
