import 'server-only';
import { z } from 'zod';
import { defaultLanguage, languages, type Language } from '@/lib/language';
import { handler, type RouteHandler } from './handler';
import { isFormPost, readText } from './request-body';

/** What a signed link in a mail consists of. */
export const linkPart = z.string().max(100);
export const linkLanguage = z.enum(languages).default(defaultLanguage);

type Link = Readonly<Record<string, string>> & { readonly lang: Language };

interface Unsubscribe<Sent extends Link> {
  query: z.ZodType<Sent>;
  /** After the language. */
  page: string;
  /** The parameter by which the page says that it is done. */
  done: string;
  stop: (link: Sent) => Promise<unknown>;
}

/** Ends mails of one kind: their link leads to a page with a button; what mail programs send by themselves stops them at once (RFC 8058). */
export function unsubscribeRoute<Sent extends Link>({ query, page, done, stop }: Unsubscribe<Sent>): { GET: RouteHandler; POST: RouteHandler } {
  const toPage = ({ lang, ...link }: Link, more: Readonly<Record<string, string>> = {}): Response =>
    new Response(null, { status: 303, headers: { 'location': `/${lang}/${page}?${new URLSearchParams({ ...link, ...more })}`, 'cache-control': 'no-store' } });
  return {
    GET: handler({ access: 'anyone', answers: { 303: null }, query }, ({ query: link }) => toPage(link)),
    // A mail program must not be redirected, and its body, which may be multipart, says nothing that the link does not (RFC 8058, 3.1); a person is, to the page
    // that says it is done.
    POST: handler({ access: 'anyone', answers: { 204: null, 303: null }, query, origin: 'any' }, async ({ request, query: link }) => {
      const isFromPage = isFormPost(request) && new URLSearchParams(await readText(request)).get('from') === 'page';
      await stop(link);
      return isFromPage ? toPage(link, { [done]: '1' }) : new Response(null, { status: 204 });
    }),
  };
}
