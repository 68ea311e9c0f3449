import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { unsubscribe } from '@/lib/newsletter/subscription';

export const { GET, POST } = unsubscribeRoute({
  tag: 'Newsletter',
  open: {
    id: 'openNewsletterUnsubscribe',
    summary: 'Open the unsubscribe page',
    description: 'Changes nothing, because mail scanners open links.',
  },
  unsubscribe: {
    id: 'unsubscribeFromNewsletter',
    summary: 'Unsubscribe with the link of a newsletter',
    description:
      'Mail programs call it with one click (RFC 8058), without cookies and from any origin, and get 204. The page sends `from=page` and gets 303.',
    problems: [404],
  },
  query: z.object({
    reader: linkPart,
    address: z.string().max(500).default(''),
    letter: linkPart,
    key: linkPart,
    lang: linkLanguage,
  }),
  page: 'newsletter/unsubscribe',
  done: 'done',
  stop: unsubscribe,
});
