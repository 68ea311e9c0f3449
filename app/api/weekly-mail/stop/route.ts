import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { readFields } from '@/lib/api/request-body';
import { stopWeeklyMail } from '@/lib/courses/weekly-mail/choice';
import { defaultLanguage, languages } from '@/lib/language';

const query = z.object({ user: z.string().max(100), key: z.string().max(100), lang: z.enum(languages).default(defaultLanguage) });
type Query = z.output<typeof query>;

function toPage({ lang, ...link }: Query, more: Record<string, string> = {}): Response {
  const location = `/${lang}/weekly-mail?${new URLSearchParams({ ...link, ...more })}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

export const GET = handler({ access: 'anyone', answers: { 303: null }, query }, ({ query: link }) => toPage(link));

/** A mail program must not be redirected (RFC 8058, 3.1); a person is, to the page that says it is done. */
export const POST = handler({ access: 'anyone', answers: { 204: null, 303: null }, query, origin: 'any' }, async ({ request, query: link }) => {
  const { from } = await readFields(request);
  await stopWeeklyMail({ user: link.user, key: link.key });
  return from === 'page' ? toPage(link, { stopped: '1' }) : new Response(null, { status: 204 });
});
