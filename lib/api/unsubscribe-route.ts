import { z } from 'zod';
import { defaultLanguage, type Language, languages } from '@/lib/language';
import { handler, type Operation, type RouteHandler } from './handler';
import { isFormPost, readText } from './request';

export const linkPart = z.string().max(100);
export const linkLanguage = z.enum(languages).default(defaultLanguage);

type LinkQuery = Readonly<Record<string, string>> & { readonly lang: Language };

interface UnsubscribeRouteOptions<Sent extends LinkQuery> {
  tag: Operation['tag'];
  open: Omit<Operation, 'tag' | 'answers'>;
  unsubscribe: Omit<Operation, 'tag' | 'answers'>;
  query: z.ZodType<Sent>;
  /** Path without the language. */
  page: string;
  /** Query parameter that makes the page report success. */
  done: string;
  stop: (link: Sent) => Promise<unknown>;
}

export function unsubscribeRoute<Sent extends LinkQuery>({
  tag,
  open,
  unsubscribe,
  query,
  page,
  done,
  stop,
}: UnsubscribeRouteOptions<Sent>): { GET: RouteHandler; POST: RouteHandler } {
  const toPage = ({ lang, ...link }: LinkQuery, more: Readonly<Record<string, string>> = {}): Response =>
    new Response(null, {
      status: 303,
      headers: {
        location: `/${lang}/${page}?${new URLSearchParams({ ...link, ...more })}`,
        'cache-control': 'no-store',
      },
    });
  return {
    GET: handler({ ...open, tag, access: 'anyone', answers: { 303: null }, query }, ({ query: link }) => toPage(link)),
    // Answer mail programs with 204: RFC 8058 forbids redirects. Their request body adds nothing to the link.
    POST: handler(
      { ...unsubscribe, tag, access: 'anyone', answers: { 204: null, 303: null }, query, origin: 'any' },
      async ({ request, query: link }) => {
        const isFromPage = isFormPost(request) && new URLSearchParams(await readText(request)).get('from') === 'page';
        await stop(link);
        return isFromPage ? toPage(link, { [done]: '1' }) : new Response(null, { status: 204 });
      },
    ),
  };
}
