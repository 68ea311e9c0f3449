import { signUp } from '../faults/learners';
import { ask, type Attack, expectNoFailure, expectStatus, type Finding, form, json, post, sendSlowly } from './attack';

const contact = {
  fullName: 'Mona Adel',
  email: 'mona@midan.example',
  phoneNumber: '01001234567',
  message: 'Still there?',
};

/** Tries request smuggling: two parsers could see different requests. */
const ambiguous: Record<string, string> = {
  'two lengths': 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\n{"a"',
  'length and chunks':
    'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /version HTTP/1.1\r\nHost: x\r\n\r\n',
  'an unknown transfer coding': 'POST /api/contact HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'a space before the colon': 'GET /ar/home HTTP/1.1\r\nHost : x\r\nHost: y\r\n\r\n',
  'two hosts': 'GET /ar/home HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  'NUL in a header': 'GET /ar/home HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n',
};

const paths = [
  '/%',
  '/%00',
  '/ar/%ff',
  '/ar/articles/%E0%A4%A',
  '/ar/articles/%00',
  '/ar/%2e%2e/%2e%2e/package.json',
  '/..%2f..%2fetc/passwd',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/midan/content/ar/..%2f..%2f..%2fpackage.json',
  '/_next/static/..%2f..%2f..%2fpackage.json',
  '/.env',
  '/.git/config',
  '/ar/home?__nextLocale=x&_rsc=%00',
  '/wp-login.php',
  `/${'a/'.repeat(3000)}`,
  `/ar/articles?q=${'%D8%A7'.repeat(1500)}`,
  '/ar/home;x=1',
  '/ar/home%0d%0aset-cookie:a=b',
].map((path) => ({ path }));

const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const bodies = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  nested,
  '{"__proto__":{"a":1}}',
  '{"fullName":"a\\u0000b"}',
  '{"fullName":"\\ud800"}',
  '{"fullName":{"toString":1}}',
  `{"fullName":"${'x'.repeat(60_000)}"}`,
  '{"fullName":1e999}',
];

const buildContactRequest = (text: string) => ({ path: '/api/contact', method: 'POST', headers: form, body: text });
const prototypes = [
  'hasOwnProperty.call=x',
  'toString.call=x',
  'constructor.prototype.x=y',
  '__proto__.x=y',
  'a=1&a.b=2',
  `${'a.'.repeat(5000)}a=1`,
  `${'a=1&'.repeat(5000)}`,
].map(buildContactRequest);

export const requestAttacks: Attack[] = [
  {
    number: 1,
    title: 'prototypes in forms (X27)',
    run: async (stack) => [
      await expectNoFailure(stack, 'fields of inherited names', prototypes),
      expectStatus('an honest form after them', await post(stack, '/api/contact', contact), 201),
    ],
  },
  {
    number: 9,
    title: 'callbacks that Paymob never sent (X13, R25)',
    run: async (stack) => {
      const hmac = '0'.repeat(128);
      const objects = [
        {},
        { id: 1, success: { toString: 1 }, order: { id: 1 } },
        { id: 1, success: 'true', order: { id: '1' } },
        { id: '__proto__', order: [] },
      ];
      const findings: Finding[] = [];
      for (const obj of objects)
        findings.push(
          expectStatus(
            `callback ${JSON.stringify(obj).slice(0, 60)}`,
            await post(stack, `/api/payment/callback?hmac=${hmac}`, { type: 'TRANSACTION', obj }),
            400,
            401,
          ),
        );
      for (const query of ['', '?hmac=', '?hmac=x&hmac=y', '?hmac=%00', '?hmac[]=1'])
        findings.push(
          expectStatus(
            `signature "${query}"`,
            await post(stack, `/api/payment/callback${query}`, { type: 'TRANSACTION', obj: objects[2] }),
            400,
            401,
          ),
        );
      const returned = await ask(stack, { path: '/api/payment/return?success=true&order=1&hmac=00' });
      findings.push({
        what: 'a return with a false signature',
        isHeld: returned.status === 303 && !/order=/.test(returned.headers.location ?? ''),
        result: returned.headers.location ?? `${returned.status}`,
      });
      const before = stack.site.log().length;
      for (let sent = 0; sent < 300; sent += 1) await post(stack, `/api/payment/callback?hmac=${hmac}`, {});
      const bytes = (stack.site.log().length - before) / 300;
      return [
        ...findings,
        { what: 'log of 300 of them', isHeld: bytes < 300, result: `${Math.round(bytes)} bytes each` },
      ];
    },
  },
  {
    number: 12,
    title: 'what no parser expects (X21, X27)',
    run: async (stack) => {
      const cookies = [
        'next-auth.csrf-token=%25',
        'next-auth.callback-url=nonsense',
        'next-auth.session-token=a.b.c',
        'NEXT_LOCALE=%00',
        `a=${'x'.repeat(8000)}`,
      ].map((cookie) => ({ path: '/ar/login', headers: { cookie } }));
      const secrets = await Promise.all(paths.map((asked) => ask(stack, asked)));
      return [
        await expectNoFailure(stack, 'addresses', paths),
        {
          what: 'no address gives a file of the program',
          isHeld: secrets.every(({ text }) => !/"devDependencies"|root:x:0|AUTH_SECRET/.test(text)),
          result: `${secrets.length} asked`,
        },
        {
          what: 'no address adds a header',
          isHeld: secrets.every(({ headers }) => !headers['set-cookie']?.some((each) => each.startsWith('a=b'))),
          result: `${secrets.length} asked`,
        },
        await expectNoFailure(
          stack,
          'bodies',
          ['/api/contact', '/auth/loginAsUser', '/auth/createUser', '/auth/refresh-token', '/auth/verify-otp'].flatMap(
            (path) => bodies.map((body) => ({ path, method: 'POST', headers: json, body })),
          ),
        ),
        await expectNoFailure(stack, 'cookies', cookies),
        await expectNoFailure(
          stack,
          'methods',
          ['OPTIONS', 'TRACE', 'PROPFIND', 'PATCH', 'DELETE'].map((method) => ({ path: '/ar/home', method })),
        ),
      ];
    },
  },
  {
    number: 101,
    title: 'two readings of one request',
    run: (stack) =>
      Promise.all(
        Object.entries(ambiguous).map(async ([what, text]) => {
          const { received, endedMs } = await sendSlowly(stack, text, '', 8_000);
          const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
          return {
            what,
            isHeld: endedMs !== null && statuses.length === 1 && statuses[0] === '400',
            result: `${statuses.join(' ') || 'no answer'}${endedMs === null ? ', still open' : ''}`,
          };
        }),
      ),
  },
  {
    number: 102,
    title: 'forged headers (M8, X04)',
    run: async (stack) => {
      const evil = 'evil.example';
      const guarded = await ask(stack, {
        path: '/ar/admin',
        headers: {
          'x-middleware-subrequest': Array.from({ length: 5 }, () => 'middleware').join(':'),
          'x-middleware-rewrite': '/ar/admin',
          'x-nextjs-data': '1',
        },
      });
      const claims: Record<string, string>[] = [
        { host: evil },
        { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
        { forwarded: `host=${evil}` },
        { 'x-original-url': '/ar/admin', 'x-rewrite-url': '/ar/admin' },
      ];
      const hosts = await Promise.all(claims.map((headers) => ask(stack, { path: '/ar/login', headers })));
      const escaped = await Promise.all(
        [
          '//evil.example',
          '/\\evil.example',
          '//evil.example/%2e%2e',
          '/ar/login?next=//evil.example',
          '/auth/resume?to=//evil.example',
          '/auth/resume?to=https://evil.example',
        ].map((path) => ask(stack, { path })),
      );
      const leadsToSite = (location = '') => new URL(location, stack.site.url).host === new URL(stack.site.url).host;
      const file = await ask(stack, {
        path: '/ar/home',
        headers: { 'x-accel-redirect': '/_protected/data/auth-secret', 'x-sendfile': '/etc/passwd' },
      });
      return [
        expectStatus('administration by headers of Next itself', guarded, 307, 404),
        {
          what: 'another host in the answer',
          isHeld: hosts.every(({ text, headers }) => !text.includes(evil) && !String(headers.location).includes(evil)),
          result: hosts.map(({ status }) => status).join(' '),
        },
        {
          what: 'redirects to other hosts',
          isHeld: escaped.every(({ headers }) => leadsToSite(headers.location)),
          result: escaped.map(({ headers, status }) => headers.location ?? status).join(' '),
        },
        {
          what: 'a file by X-Accel-Redirect of the visitor',
          isHeld: file.headers['x-accel-redirect'] === undefined && !file.text.includes('root:x'),
          result: `${file.status}`,
        },
      ];
    },
  },
  {
    number: 103,
    title: 'ranges (L7)',
    run: async (stack) => {
      await signUp(stack);
      const path = '/api/preview/nextjs-from-zero/01-welcome.mp4';
      const { text: whole } = await ask(stack, { path });
      const ranges = [
        `bytes=${Array.from({ length: 500 }, () => '0-').join(',')}`,
        'bytes=-0',
        'bytes=99999999999999999999-',
        'bytes=5-2',
        'bytes=0-18446744073709551615',
        'bytes=-99999999999999999999',
        'pages=1-2',
        'bytes=a-b',
      ];
      const answers = await Promise.all(ranges.map((range) => ask(stack, { path, headers: { range } })));
      return [
        {
          what: 'ranges out of reason',
          isHeld: answers.every(({ status, text }) => status > 0 && status < 500 && text.length <= whole.length + 1000),
          result: answers.map(({ status }) => status).join(' '),
        },
      ];
    },
  },
];
