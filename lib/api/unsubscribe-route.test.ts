import { expect, it } from 'vitest';
import { z } from 'zod';
import { linkLanguage, linkPart, unsubscribeRoute } from './unsubscribe-route';

const stopped: string[] = [];
const { GET, POST } = unsubscribeRoute({
  tag: 'Courses',
  open: { id: 'openWeeklyMailStop', summary: 'Go on to the page' },
  unsubscribe: { id: 'stopWeeklyMail', summary: 'Stop the weekly mail' },
  query: z.object({ user: linkPart, lang: linkLanguage }),
  page: 'weekly-mail',
  done: 'stopped',
  stop: async ({ user }) => stopped.push(user),
});
const context = { params: Promise.resolve({}) };
const url = 'http://localhost:3000/api/weekly-mail/stop?user=mona&lang=de';
const post = (type: string, body: string) =>
  POST(new Request(url, { method: 'POST', headers: { 'content-type': type }, body }), context);

const boundary = '----=_Part.1.2.3.4.5@mail.example';
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;

it.each([
  ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  ['a multipart form with dots in its boundary', `multipart/form-data; boundary="${boundary}"`, multipart],
  ['names that no form of ours has', 'application/x-www-form-urlencoded', 'a.b.c.d.e.f=1&a=2'],
  ['nothing', 'text/plain', ''],
])('one-click unsubscribing stops the emails without a redirect: %s [N9, N13, N15, N20]', async (_, type, body) => {
  stopped.length = 0;
  expect((await post(type, body)).status).toBe(204);
  expect(stopped).toEqual(['mona']);
});

it('opening the link changes nothing and redirects to the page, whose button stops the emails and returns there [N9, N13, N15, N20]', async () => {
  stopped.length = 0;
  const opened = await GET(new Request(url), context);
  expect([opened.status, opened.headers.get('location'), stopped]).toEqual([303, '/de/weekly-mail?user=mona', []]);
  const done = await post('application/x-www-form-urlencoded', 'from=page');
  expect([done.status, done.headers.get('location'), stopped]).toEqual([
    303,
    '/de/weekly-mail?user=mona&stopped=1',
    ['mona'],
  ]);
});
