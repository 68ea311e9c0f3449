import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { unsubscribe } from '@/lib/newsletter/subscription';

export const { GET, POST } = unsubscribeRoute({
  tag: 'Newsletter',
  open: {
    id: 'openNewsletterUnsubscribe',
    summary: 'On to the page that unsubscribes; changes nothing',
  },
  unsubscribe: {
    id: 'unsubscribeFromNewsletter',
    summary: 'Unsubscribe by the link of a newsletter',
    description:
      'One click of a mail program (RFC 8058): 204, without cookies and from any origin. The page sends `from=page` and gets 303.',
    problems: [404],
  },
  query: z.object({ reader: linkPart, letter: linkPart, key: linkPart, lang: linkLanguage }),
  page: 'newsletter/unsubscribe',
  done: 'done',
  stop: unsubscribe,
});
