import type { APIResponse } from '@playwright/test';
import { expect, test } from '../support/fixtures';

const contents = [
  'config/config.json',
  'assets/midan/style.json',
  'assets/midan/pages-components.json',
  'assets/midan/content/ar/home-page/hero.json',
  'assets/midan/content/de/home-page/meta-data.json',
  'assets/midan/content/common/header.json',
  'assets/midan/content/common/footer.json',
  'assets/midan/content/common/socialMediaLinks.json',
  'content/common/header.json',
  'content/common/footer.json',
  'content/common/socialMediaLinks.json',
  'assets/midan/content/products.json',
  'assets/midan/auth/credentials.json',
  'assets/i18n/ar.json',
  'assets/midan/content/en/course-page/courses-data.json',
  'api/gettype/localhost/hero',
];

const nowhere = [
  'assets/other/style.json',
  'assets/midan/content/xx/home-page/hero.json',
  'assets/midan/content/ar/nothing/hero.json',
  'assets/midan/content/ar/home-page/none.json',
  'assets/midan/content/ar/%2e%2e/%2e%2e/config.json',
  'assets/midan/content/ar/..%2f..%2fconfig.json',
  'assets/midan/content/ar/%252e%252e/config.json',
  'assets/i18n/xx.json',
  'content/common/none.json',
  'content/none',
  'config/none.json',
  'api/gettype/localhost/none',
  'api/gettype/localhost/__proto__',
  'api/none',
  'auth/none',
  'update/midan/content/ar/home-page/hero.json',
];

const json = { 'content-type': 'application/json' };
const readProblem = async (answer: APIResponse) => [
  answer.status(),
  answer.headers()['content-type'],
  ((await answer.json()) as { type: string }).type.split('/').at(-1),
];
const buildProblem = (status: number, key: string) => [status, 'application/problem+json; charset=utf-8', key];

test('content has a strong ETag, answers 304 if unchanged, supports HEAD and allows no other method [S1, S2, S5]', async ({
  request,
}) => {
  for (const path of contents) {
    const first = await request.get(`/${path}`);
    const { etag = '' } = first.headers();
    expect([path, first.status(), first.headers()['content-type']]).toEqual([
      path,
      200,
      'application/json; charset=utf-8',
    ]);
    expect(etag, path).toMatch(/^"[\w-]+"$/);
    const again = await request.get(`/${path}`, { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([path, again.status(), await again.text()]).toEqual([path, 304, '']);
    const head = await request.head(`/${path}`);
    expect([path, head.status(), head.headers()['content-type']]).toEqual([
      path,
      200,
      'application/json; charset=utf-8',
    ]);
    const posted = await request.post(`/${path}`);
    expect([path, posted.headers().allow, ...(await readProblem(posted))]).toEqual([
      path,
      'GET, HEAD',
      ...buildProblem(405, 'wrong-method'),
    ]);
    const slash = await request.get(`/${path}/`, { maxRedirects: 0 });
    expect([path, slash.status(), slash.headers().location]).toEqual([path, 308, `/${path}`]);
  }
});

test('an unknown address answers a problem document with its request id in the caller’s language [S1, S2, S5]', async ({
  request,
}) => {
  const titles = { ar: 'غير موجود', en: 'Not found', de: 'Nicht gefunden' };
  for (const path of nowhere) {
    for (const [lang, title] of Object.entries(titles)) {
      const answer = await request.get(`/${path}`, { headers: { 'accept-language': lang } });
      expect([path, ...(await readProblem(answer))]).toEqual([path, ...buildProblem(404, 'not-found')]);
      const body = (await answer.json()) as { title: string; requestId: string };
      expect([path, body.title, body.requestId]).toEqual([path, title, answer.headers()['x-request-id']]);
    }
  }
});

test('the contact call answers each kind of invalid request with its own problem [S3]', async ({
  request,
  baseURL: site,
}) => {
  const baseURL = String(site);
  const good = {
    fullName: 'Mona Adel',
    phoneNumber: '01012345678',
    email: 'mona@midan.example',
    message: 'A question',
  };
  const send = (data: string, headers: Record<string, string>) =>
    request.post('/api/contact', { data: Buffer.from(data), headers });
  expect(await readProblem(await send('{"fullName":', json))).toEqual(buildProblem(400, 'malformed'));
  expect(await readProblem(await send(JSON.stringify(good), { 'content-type': 'text/plain' }))).toEqual(
    buildProblem(415, 'unsupported-type'),
  );
  expect(await readProblem(await send(JSON.stringify({ ...good, message: 'x'.repeat(70_000) }), json))).toEqual(
    buildProblem(413, 'too-large'),
  );
  expect(await readProblem(await send(JSON.stringify({ ...good, message: 'x'.repeat(1_100_000) }), json))).toEqual(
    buildProblem(413, 'too-large'),
  );
  expect((await send(JSON.stringify(good), { ...json, origin: 'https://app.example' })).status()).toBe(201);
  const foreign = await request.post('/api/contact', {
    form: good,
    headers: { origin: 'https://evil.example' },
    maxRedirects: 0,
  });
  expect(await readProblem(foreign)).toEqual(buildProblem(403, 'foreign-origin'));
  const wrong = await send('{}', { ...json, 'accept-language': 'de' });
  expect(Object.keys(((await wrong.json()) as { errors: object }).errors)).toEqual([
    'fullName',
    'phoneNumber',
    'email',
    'message',
  ]);
  const form = await request.post('/api/contact', {
    form: { ...good, email: 'no' },
    headers: { origin: baseURL, referer: `${baseURL}/de/contact` },
    maxRedirects: 0,
  });
  expect([form.status(), form.headers().location]).toEqual([303, '/de/contact?error=invalid']);
  expect(form.headers()['set-cookie']).toMatch(/^form=[^;]+; Path=\/; Max-Age=300; SameSite=Lax; HttpOnly/);
});

test('pages allow only GET and HEAD, unknown ones show the home page, and none sends its address to other sites [A4, A10]', async ({
  request,
}) => {
  for (const path of [
    'home',
    'articles',
    'contact',
    'login',
    'signup',
    'forgetPassword',
    'otpcode',
    'nowhere',
    'details/x',
  ]) {
    const posted = await request.post(`/ar/${path}`);
    expect([path, posted.status(), posted.headers().allow]).toEqual([path, 405, 'GET, HEAD']);
    const page = await request.get(`/ar/${path}`);
    expect([path, page.headers()['referrer-policy'], page.headers()['content-type']]).toEqual([
      path,
      'same-origin',
      'text/html; charset=utf-8',
    ]);
  }
  for (const path of ['assets', 'config', 'content', 'nowhere', 'nowhere.html', 'xx/nowhere']) {
    const answer = await request.get(`/${path}`);
    expect([path, answer.status()]).toEqual([path, 404]);
    expect(await answer.text(), path).toMatch(/<html lang="(?:en" dir="ltr|ar" dir="rtl)">.*<h1/s);
  }
});

test('common requests of scanners and browsers get a small answer [A4, R19]', async ({ request }) => {
  for (const path of ['wp-login.php', '.env', '.git/config', 'wp-admin/setup', 'backup.zip']) {
    const answer = await request.get(`/${path}`, { headers: { accept: 'text/html' } });
    expect([path, answer.status(), (await answer.body()).length < 3000]).toEqual([path, 404, true]);
  }
  const icon = await request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png']);
});

test('scripts that each page runs at once carry the hint to compile them eagerly [B7]', async ({ request }) => {
  const html = await (await request.get('/ar/home')).text();
  const paths = [...new Set(Array.from(html.matchAll(/\/_next\/static\/chunks\/[\w.~-]+\.js/g), ([path]) => path))];
  const scripts = await Promise.all(paths.map(async (path) => (await request.get(path)).text()));
  const hinted = scripts.filter((text) => text.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(hinted.join('')).toContain('hydrateRoot');
  expect(hinted.length).toBeLessThan(scripts.length);
});
