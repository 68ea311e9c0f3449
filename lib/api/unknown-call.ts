import 'server-only';
import { notFound } from '@/lib/problem';
import { handler } from './handler';

/** What stands at no route: a problem document for callers, where people would get the home page with its notice. */
export const unknownCall = handler({ origin: 'not-foreign' }, async () => {
  throw notFound();
});
