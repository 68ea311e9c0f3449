import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assertContentType, parseBody, readFields, readText } from './request';

const requestSending = (pull: UnderlyingDefaultSource<Uint8Array>['pull']) =>
  new Request('http://localhost/api', {
    method: 'POST',
    body: new ReadableStream({ pull }),
    duplex: 'half',
  } as RequestInit);

test('a connection that breaks while the body is sent is a malformed request, not a server error [L4]', async () => {
  const cut = requestSending((controller) => controller.error(new Error('aborted')));
  await expect(readText(cut)).rejects.toMatchObject({ status: 400, key: 'malformed' });
});

test('a body over its limit gets 413 while it is read, whatever length it claims [O4]', async () => {
  const endless = requestSending((controller) => controller.enqueue(new Uint8Array(1000)));
  await expect(readText(endless)).rejects.toMatchObject({ status: 413 });
});

test('a body may be as large as the route table allows, 64 KiB by default [O4]', async () => {
  const take = (path: string, bytes: number) =>
    readText(new Request(`http://localhost${path}`, { method: 'POST', body: 'x'.repeat(bytes) })).then(
      ({ length }) => length,
    );
  expect(await take('/api/contact', 65_536)).toBe(65_536);
  await expect(take('/api/contact', 65_537)).rejects.toMatchObject({ status: 413, key: 'too-large' });
  expect(await take('/api/admin/articles/x/draft', 900 * 1024)).toBe(900 * 1024);
  await expect(take('/api/admin/articles/x/draft', 900 * 1024 + 1)).rejects.toMatchObject({ status: 413 });
});

const buildFormRequest = (body: string) =>
  new Request('http://localhost/api', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
const buildJsonRequest = (body: string) =>
  new Request('http://localhost/api', { method: 'POST', headers: { 'content-type': 'application/json' }, body });

test('normalises line breaks, so that a form and JSON store the same text [V11]', async () => {
  const schema = z.object({ message: z.string().max(7), list: z.array(z.string()).optional() });
  const typed = 'a\nb\n\nc\n'.slice(0, 7);
  const parse = (request: Request, fields: Parameters<typeof parseBody>[2]['fields']) =>
    parseBody(request, schema, { fields, lang: 'en' });
  const sent = buildFormRequest(`message=${encodeURIComponent(typed.replaceAll('\n', '\r\n'))}`);
  expect(await parse(sent, await readFields(sent))).toEqual({ message: typed });
  expect(await parse(buildJsonRequest(JSON.stringify({ message: 'a\r\nb\rc', list: ['x\r\n'] })), null)).toEqual({
    message: 'a\nb\nc',
    list: ['x\n'],
  });
});

test('refuses half a surrogate pair and names its field [V10]', async () => {
  await expect(
    parseBody(buildJsonRequest('{"message":"x\\ud83d"}'), z.object({ message: z.string() }), {
      fields: null,
      lang: 'en',
    }),
  ).rejects.toMatchObject({ status: 422, errors: { message: [expect.any(String)] } });
});

describe('hostile field names [X27]', () => {
  test.each([
    'hasOwnProperty.call',
    'toString.call',
    'valueOf.constructor.prototype',
    '__proto__.polluted',
    'constructor.prototype.polluted',
    '__proto__',
    'constructor',
  ])('the form field %s sets only its own value and changes no built-in [X27]', async (name) => {
    const readBuiltins = () => [
      Object.prototype.hasOwnProperty.call({ a: 1 }, 'a'),
      Object.prototype.toString.call([]),
      Object.keys(Object.prototype.hasOwnProperty),
      ({} as { polluted?: string }).polluted,
    ];
    const before = readBuiltins();
    const fields = await readFields(buildFormRequest(`${name}=x&fullName=Mona`));
    expect(readBuiltins()).toEqual(before);
    expect([
      fields.fullName,
      name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], fields),
    ]).toEqual(['Mona', 'x']);
  });

  test('dotted names nest, and a name that was not sent reads as undefined [X27]', async () => {
    const fields = await readFields(
      buildFormRequest('billing_data.email=a%40b.example&billing_data.first_name=Mona&answers.liked=yes'),
    );
    expect(JSON.parse(JSON.stringify(fields))).toEqual({
      billing_data: { email: 'a@b.example', first_name: 'Mona' },
      answers: { liked: 'yes' },
    });
    expect([fields.toString, (fields.answers as Record<string, unknown>).constructor]).toEqual([undefined, undefined]);
  });

  test.each(['a=1&a.b=2', 'a.b=2&a=1', 'a.b.c=1&a.b=2', `${'a.'.repeat(500)}a=1`])(
    '%s is malformed, not a server error [X27]',
    async (body) => {
      await expect(readFields(buildFormRequest(body))).rejects.toMatchObject({ status: 400, key: 'malformed' });
    },
  );

  test.each(['{"__proto__":{"a":1}}', '{"name":{"__proto__":null}}', `${'['.repeat(5000)}${']'.repeat(5000)}`])(
    'JSON like %.30s is malformed [X27]',
    async (body) => {
      await expect(
        parseBody(buildJsonRequest(body), z.object({ name: z.unknown() }), { fields: null, lang: 'en' }),
      ).rejects.toMatchObject({ status: 400, key: 'malformed' });
    },
  );
});

test('refuses JSON that is not UTF-8 [S3]', async () => {
  const latin = Buffer.from('{"name":"M\u00fcller"}', 'latin1');
  const request = new Request('http://localhost/api', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: latin,
  });
  await expect(parseBody(request, z.object({ name: z.string() }), { fields: null, lang: 'en' })).rejects.toMatchObject({
    status: 400,
    key: 'malformed',
  });
});

test('a content type may have parameters and capital letters [O4]', () => {
  const requestOf = (type: string) => new Request('http://x/', { method: 'POST', headers: { 'content-type': type } });
  const check = (type: string) => assertContentType(requestOf(type), 'application/octet-stream');
  check('application/octet-stream; charset=binary');
  check('Application/Octet-Stream');
  expect(() => check('image/png')).toThrow();
});
