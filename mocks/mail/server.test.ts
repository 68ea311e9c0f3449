import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message, Summary } from './mailbox';
import { type MailMock, startMailMock } from './server';

let mock: MailMock;
beforeEach(async () => void (mock = await startMailMock({ port: 0, mailboxPort: 0 })));
afterEach(() => mock.close());

const send = (more: { to?: string; subject?: string } = {}) =>
  createTransport({
    url: mock.env.SMTP_URL,
    connectionTimeout: 500,
    greetingTimeout: 500,
    socketTimeout: 500,
  } as never).sendMail({
    from: 'no-reply@midan.example',
    to: 'mona@gmail.example',
    subject: 'ميدان: رمز التحقق',
    text: '123456\n',
    html: '<p>123456</p>',
    ...more,
  });

const get = async <T>(path: string): Promise<T> => (await fetch(mock.url + path)).json() as Promise<T>;

const control = (method: string, path: string, body?: unknown) =>
  fetch(mock.url + path, {
    method,
    headers: { 'x-mock-token': 'mock' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

test('sent emails can be listed, read, waited for and cleared [R11]', async () => {
  const waiting = get<Summary[]>('/api/messages?to=mona@gmail.example&wait=30000');
  await send();
  await send({ to: 'omar@gmail.example' });
  const [first] = await waiting;
  expect(first).toMatchObject({ subject: 'ميدان: رمز التحقق', to: ['mona@gmail.example'] });
  expect(await get<Message>(`/api/messages/${first?.id}`)).toMatchObject({
    text: expect.stringMatching(/^123456\s*$/),
    html: expect.stringContaining('<p>123456</p>'),
  });
  expect(await (await fetch(mock.url)).text()).toContain('Mailbox (2)');
  await control('DELETE', '/api/messages');
  expect(await get('/api/messages')).toEqual([]);
});

test('an email’s markup stays inside its frame [R11]', async () => {
  await send({ subject: '<script>1</script>' });
  const html = await (await fetch(`${mock.url}/messages/1`)).text();
  expect(html).not.toContain('<script>');
  expect(html).toContain('sandbox=');
});

test.each([
  ['temporary', '451'],
  ['permanent', '550'],
  ['hang', 'Timeout'],
  ['refuse', 'ECONNREFUSED'],
])('a server in the state %s fails with %s until the fault is removed [R11]', async (kind, error) => {
  await control('POST', '/_mock/faults', { kind });
  await expect(send()).rejects.toThrow(error);
  await control('DELETE', '/_mock/faults');
  await send();
  expect(await get<Summary[]>('/api/messages')).toHaveLength(1);
});

test('a fault can be limited to one message [R11]', async () => {
  await control('POST', '/_mock/faults', { kind: 'temporary', times: 1 });
  await expect(send()).rejects.toThrow('451');
  await send();
  expect(await get<Summary[]>('/api/messages')).toHaveLength(1);
});

test('the control calls require their token [R11]', async () => {
  expect((await fetch(`${mock.url}/api/messages`, { method: 'DELETE' })).status).toBe(401);
});
