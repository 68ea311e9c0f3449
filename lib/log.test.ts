import pino from 'pino';
import { expect, test } from 'vitest';
import { logOptions, maskPath, redactSecrets } from './log';

test.each([
  ['/ar/otpcode/mona@midan.example/123456', '/ar/otpcode/[secret]/[secret]'],
  ['/otpcode/mona%40midan.example/123456', '/otpcode/[secret]/[secret]'],
  ['/AR/OTPcode/x/123456/', '/AR/OTPcode/[secret]/[secret]/'],
  ['/ar/%6Ftpcode/x/1', '/ar/%6Ftpcode/[secret]/[secret]'],
  ['/ar/%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5%D9%A6', '/ar/[secret]'],
  ['/de/x/%zz/123456', '/de/x/%zz/[secret]'],
  ['/ar/course/nextjs-from-zero', '/ar/course/nextjs-from-zero'],
])('the log shows %s as %s [O4]', (path, shown) => expect(maskPath(path)).toBe(shown));

test('the log shows no passwords in URLs and no codes in errors [O4]', () => {
  expect(redactSecrets('{"err":{"message":"connect to postgresql://site:p@ss#w/ord@db:5432/x failed"}}')).toBe(
    '{"err":{"message":"connect to postgresql://[secret]@db:5432/x failed"}}',
  );
  expect(redactSecrets('{"msg":"GET http://localhost:3000/ar/otpcode/a@b.example/123456?x=1"}')).toBe(
    '{"msg":"GET http://localhost:3000/ar/otpcode/[secret]?x=1"}',
  );
  expect(redactSecrets('{"siteUrl":"http://localhost:3000","mail":"a@b.example"}')).toBe(
    '{"siteUrl":"http://localhost:3000","mail":"a@b.example"}',
  );
});

test.each([
  ['of a sign-in token', `${'a'.repeat(1200)}://${':'.repeat(2400)}`],
  ['of a path', `/ar/details/x/y/${'a'.repeat(60_000)}`],
  ['of many URLs', 'a://:'.repeat(12_000)],
])(
  'a long text %s is searched for passwords without blocking the process [X46, O4]',
  (_, text) => {
    expect(redactSecrets(text)).toBe(text);
  },
  1000,
);

test('the log shows the codes of errors, but no mailed codes and no addresses in answers of mail servers [O4]', () => {
  const lines: string[] = [];
  const log = pino({ ...logOptions, level: 'info' }, { write: (line) => lines.push(line) });
  log.info({ err: Object.assign(new Error('no space'), { code: 'ENOSPC', password: 'x' }), code: '123456' });
  log.info({ body: { code: '123456' }, reason: '550 5.1.1 <mona@midan.example>: no such user mona@midan.example' });
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      err: expect.objectContaining({ errorCode: 'ENOSPC', password: '[secret]' }),
      code: '[secret]',
    }),
    expect.objectContaining({
      body: { code: '[secret]' },
      reason: '550 5.1.1 <[address]>: no such user [address]',
    }),
  ]);
});
