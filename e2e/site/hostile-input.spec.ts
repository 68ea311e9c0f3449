import { request as httpRequest } from 'node:http';
import { expect, test } from '../support/fixtures';

/** Covers cookies and names that reach a page; app/every-call.test.ts covers the fields of calls. */
interface HostileRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const ask = (port: string, { path, method = 'GET', headers = {}, body }: HostileRequest): Promise<number> =>
  new Promise((done, refuse) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = httpRequest({ host: '127.0.0.1', port, path, method, headers: { ...length, ...headers } }, (answer) =>
      answer.resume().once('end', () => done(answer.statusCode ?? 0)),
    );
    call.once('error', refuse).end(body);
  });

/** Ignores status 503, which means that an optional part is not configured. */
async function findFailures(baseURL: string | undefined, asking: readonly HostileRequest[]): Promise<string[]> {
  const { port } = new URL(baseURL ?? '');
  const found: string[] = [];
  for (const asked of asking) {
    const status = await ask(port, asked);
    if (status >= 500 && status !== 503) found.push(`${status} ${JSON.stringify(asked).slice(0, 200)}`);
  }
  return found;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

test('malformed cookies break neither a page nor a call of next-auth [X27, D1]', async ({ baseURL }) => {
  const cookies = [
    'next-auth.csrf-token',
    'next-auth.callback-url',
    'next-auth.session-token',
    'next-auth.session-token.0',
    'next-auth.state',
    'next-auth.pkce.code_verifier',
    'form',
    'NEXT_LOCALE',
    'signed_in',
    'second-factor',
    'other',
    '__proto__',
  ];
  const values = ['%25', '%', '%00', '%E4%BD%A0', 'javascript:alert(1)', '%0d%0aset-cookie:a=b'];
  const paths = ['/ar/login', '/api/auth/session', '/api/auth/csrf', '/api/auth/callback/google?code=x&state=y'];
  const asking = cookies.flatMap((name) =>
    values.flatMap((value) =>
      (/csrf|callback|other/.test(name) ? paths : paths.slice(0, 2)).map((path) => ({
        path,
        headers: { cookie: `${name}=${value}` },
      })),
    ),
  );
  expect(await findFailures(baseURL, asking)).toEqual([]);
});

test('next-auth’s calls answer no query, path or body with a server error [X27, D1]', async ({ baseURL }) => {
  const odd = ['x', '%E4%BD%A0', '//x', '__proto__', '%0a'];
  const actions = [
    'session',
    'csrf',
    'providers',
    'signin',
    'signin/google',
    'signin/credentials',
    'signout',
    'error',
    'callback/credentials',
    'callback/google',
    '__proto__',
    'toString/constructor',
    'error/%E4%BD%A0',
    'signin/%25',
  ];
  const queries = actions.flatMap((action) =>
    odd.map((text) => ({ path: `/api/auth/${action}?callbackUrl=${text}&error=${text}&csrf=${text}` })),
  );
  const bodies = [
    '',
    '{',
    'null',
    '{"callbackUrl":5,"csrfToken":{"toString":1},"email":{"a":1},"json":true}',
    '{"email":"a\\u0000b@c.example","password":"\\ud800"}',
    '{"__proto__":{"json":"true"}}',
  ];
  const posted = actions.flatMap((action) =>
    bodies.flatMap((body) => [{ path: `/api/auth/${action}`, method: 'POST', headers: json, body }]),
  );
  const forms = actions.map((action) => ({
    path: `/api/auth/${action}`,
    method: 'POST',
    headers: form,
    body: 'hasOwnProperty.call=x&email=%00&callbackUrl=%00&csrfToken=%ff&csrfToken=2',
  }));
  expect(await findFailures(baseURL, [...queries, ...posted, ...forms])).toEqual([]);
});

test('names that all objects inherit are plain names in forms, pictures, filters and queries [X27, S3]', async ({
  baseURL,
  request,
}) => {
  const names = ['toString', '__proto__', 'constructor', 'hasOwnProperty'];
  const paths = names.flatMap((name) => [
    `/assets/share/${name}`,
    `/assets/share/ar/${name}.png`,
    `/assets/share/ar/details/${name}/${name}/${name}.png`,
    `/api/gettype/localhost/${name}`,
    `/api/payment/getProduct/${name}`,
    `/assets/midan/content/ar/${name}/${name}.json`,
    `/assets/i18n/${name}.json`,
    `/ar/login?notice=${name}&error=${name}&next=${name}`,
    `/ar/signup?error=${name}&error=2`,
    `/ar/articles?page=${name}&q=${name}&category=${name}`,
    `/ar/details/${name}/${name}/${name}`,
    `/ar/contact?error=${name}&sent=${name}`,
    `/ar/articles/${name}`,
    `/${name}`,
    `/ar/${name}`,
    `/ar/otpcode?email=${name}&otp=${name}&email=2`,
  ]);
  const forms = [
    ...names.map((name) => `${name}.call=x`),
    ...names.map((name) => `${name}.prototype.x=x`),
    'a=1&a.b=2',
    '__proto__=x',
    `${'a.'.repeat(2000)}a=1`,
  ];
  const asking = [
    ...paths.map((path) => ({ path })),
    ...forms.map((body) => ({ path: '/api/contact', method: 'POST', headers: form, body })),
  ];
  expect(await findFailures(baseURL, asking)).toEqual([]);
  const after = await request.post('/api/contact', {
    data: { fullName: 'Mona Adel', email: 'mona@midan.example', phoneNumber: '01001234567', message: 'Still there?' },
  });
  expect([after.status(), (await request.get('/readyz')).status()]).toEqual([201, 200]);
});

test('a broken next-auth cookie is deleted by the next answer, and the sign-in form works again [S7]', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([
    { name: 'next-auth.callback-url', value: 'nonsense', url: baseURL! },
    { name: 'next-auth.csrf-token', value: '%25', url: baseURL! },
  ]);
  await page.goto('/ar/login');
  await expect(page.locator('input[name=csrfToken]').first()).toHaveValue(/^[0-9a-f]{64}$/);
  const answer = await page.request.get('/api/auth/csrf');
  expect(answer.status()).toBe(200);
  expect((await page.context().cookies()).find(({ name }) => name === 'next-auth.callback-url')?.value).not.toBe(
    'nonsense',
  );
});
