import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from '@/lib/api/unsubscribe-route';
import { unsubscribe } from '@/lib/newsletter/unsubscribe';

export const { GET, POST } = unsubscribeRoute({
  query: z.object({ reader: linkPart, letter: linkPart, key: linkPart, lang: linkLanguage }),
  page: 'newsletter/unsubscribe', done: 'done', stop: unsubscribe,
});
