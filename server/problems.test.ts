import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { languages } from '@/lib/language';
import { startServer, type TestServer } from './testing/start-server';

let site: TestServer | undefined;
afterEach(() => site?.close());

const readProblemTexts = (lang: string) =>
  (JSON.parse(readFileSync(`content/midan/i18n/${lang}.json`, 'utf8')) as { problems: Record<string, string> })
    .problems;

function listProblemKeys(): Set<string> {
  const files = ['app/api', 'app/auth', 'lib', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const written = /(?:new Problem\(\d+, |notFound\(|forbidden\(|unavailable\(|status: \d+, key: )'([a-z-]+)'/g;
  const sources = files.filter((name) => /(?<!test)\.tsx?$/.test(name)).map((name) => readFileSync(name, 'utf8'));
  return new Set(sources.flatMap((text) => [...text.matchAll(written)].map(([, key]) => key ?? '')));
}

test.each(languages)('each refusal has a title in %s, including those of the server [S1, S3, S4, O4]', (lang) => {
  const messages = readProblemTexts(lang);
  const keys = listProblemKeys();
  expect(keys.size).toBeGreaterThan(40);
  expect([...keys].filter((key) => !messages[key.replaceAll('-', '_')])).toEqual([]);
});

test.each([
  ['ar', 'غير موجود', 'ar'],
  ['de-AT, en;q=0.5', 'Nicht gefunden', 'de'],
  ['xx', 'Not found', 'en'],
  [null, 'Not found', 'en'],
])('the server refuses in the language of Accept-Language: %s [O4]', async (asked, title, lang) => {
  site = await startServer((_request, response) => void response.end());
  const answer = await site.ask('/assets/../x', asked === null ? {} : { headers: { 'accept-language': asked } });
  expect([answer.headers['content-language'], answer.headers['cache-control'], JSON.parse(answer.text)]).toEqual([
    lang,
    'no-store',
    { title, status: 404, type: '/problems/not-found', requestId: answer.headers['x-request-id'] },
  ]);
});

test('a browser gets an error page in the page’s language, a program gets a problem document [O4]', async () => {
  site = await startServer((_request, response) => void response.end(), { ready: false });
  const read = await site.ask('/ar/home', { headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' } });
  expect([read.status, read.headers['content-type'], read.headers['content-language']]).toEqual([
    503,
    'text/html; charset=utf-8',
    'ar',
  ]);
  expect(read.text).toMatch(/^<!DOCTYPE html><html lang="ar" dir="rtl">/);
  expect(read.text).toContain(`<h1>${readProblemTexts('ar')['starting']}</h1>`);
  expect(read.text).toMatch(
    /<header>ميدان<\/header>.*<a href="">أعد المحاولة<\/a><a href="\/ar\/home">إلى الصفحة الرئيسية<\/a>/s,
  );
  expect(read.text).toContain(
    `--accent:${(JSON.parse(readFileSync('content/midan/style.json', 'utf8')) as Record<string, string>)['--accent']}`,
  );
  expect(read.headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'sha256-/);
  for (const [path, accept] of [
    ['/ar/home', '*/*'],
    ['/api/header-tabs.css', 'text/html'],
  ] as const) {
    const told = await site.ask(path, { headers: { accept } });
    expect([path, told.headers['content-type']]).toEqual([path, 'application/problem+json; charset=utf-8']);
  }
});

test('a browser gets a page when a link of a mail or a return from payment fails, a program a problem document [I5]', async () => {
  const document = JSON.stringify({ type: '/problems/database-down', title: 'Ein Teil ist ausgefallen', status: 503 });
  site = await startServer((_request, response) => {
    response.statusCode = 503;
    response
      .setHeader('content-type', 'application/problem+json; charset=utf-8')
      .setHeader('retry-after', '7')
      .end(document);
  });
  for (const path of [
    '/auth/resume?to=%2Far%2Fprofile',
    '/auth/confirm-email?token=x',
    '/api/payment/return?order=1',
    '/api/payment/callback?order=1',
    '/api/newsletter/unsubscribe?reader=x',
    '/api/auth/callback/google?code=x',
  ]) {
    const [read, told] = await Promise.all(
      ['text/html,*/*;q=0.8', '*/*'].map((accept) => site!.ask(path, { headers: { accept, 'accept-language': 'de' } })),
    );
    expect([path, read?.status, read?.headers['content-type'], read?.headers['retry-after']]).toEqual([
      path,
      503,
      'text/html; charset=utf-8',
      '7',
    ]);
    expect(read?.text).toMatch(/^<!DOCTYPE html><html lang="de" .*<h1>Ein Teil ist ausgefallen<\/h1>/s);
    expect([told?.headers['content-type'], told?.text]).toEqual(['application/problem+json; charset=utf-8', document]);
  }
});
