import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { readFields } from '@/lib/api/request-body';
import { defaultLanguage, languages } from '@/lib/language';
import { unsubscribe } from '@/lib/newsletter/unsubscribe';

const query = z.object({ reader: z.string().max(100), letter: z.string().max(100), key: z.string().max(100), lang: z.enum(languages).default(defaultLanguage) });
type Query = z.output<typeof query>;

function toPage({ lang, ...link }: Query, more: Record<string, string> = {}): Response {
  const location = `/${lang}/newsletter/unsubscribe?${new URLSearchParams({ ...link, ...more })}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

export const GET = handler({ access: 'anyone', answers: { 303: null }, query }, ({ query: link }) => toPage(link));

/** A mail program must not be redirected (RFC 8058, 3.1); a person is, to the page that says it is done. */
export const POST = handler({ access: 'anyone', answers: { 204: null, 303: null }, query, origin: 'any' }, async ({ request, query: link }) => {
  const { from } = await readFields(request);
  await unsubscribe(link);
  return from === 'page' ? toPage(link, { done: '1' }) : new Response(null, { status: 204 });
});
