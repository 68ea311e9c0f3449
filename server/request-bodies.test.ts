import { expect, test } from 'vitest';
import { RequestBodies } from '@/server/plugins/next';

const never = new Promise<never>(() => undefined);

async function* sendUnfinished(bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(bytes);
  await never;
}

async function* sendWhole(...parts: string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part);
}

const buildBody = (raw: AsyncIterable<Buffer>, addressGroup = 'a') => ({ raw, addressGroup });
const toText = (body: Buffer) => Promise.resolve(body.toString());

test('slowly sent bodies are limited together, by address and in total [X31]', async () => {
  const bodies = new RequestBodies({ totalBytes: 100, bytesPerAddress: 40 });
  void bodies.hold(buildBody(sendUnfinished(30)), 50, toText);
  await new Promise(setImmediate);
  expect(await bodies.hold(buildBody(sendWhole('0123456789')), 50, toText)).toBe('0123456789');
  expect(await bodies.hold(buildBody(sendWhole('0123456789', '0')), 50, toText)).toMatchObject({
    status: 429,
    key: 'too-many-requests',
  });
  for (const address of ['b', 'c']) void bodies.hold(buildBody(sendUnfinished(30), address), 50, toText);
  await new Promise(setImmediate);
  expect(await bodies.hold(buildBody(sendWhole('0123456789'), 'd'), 50, toText)).toBe('0123456789');
  expect(await bodies.hold(buildBody(sendWhole('0123456789', '0'), 'd'), 50, toText)).toMatchObject({
    status: 503,
    key: 'busy',
  });
});

test('a body is counted until it is answered, also if it is too long or breaks off [O4]', async () => {
  const bodies = new RequestBodies({ totalBytes: 12, bytesPerAddress: 12 });
  const held = bodies.hold(buildBody(sendWhole('0123456789')), 50, async (body) => {
    expect(await bodies.hold(buildBody(sendWhole('0123456789')), 50, toText)).toMatchObject({ status: 429 });
    return body.length;
  });
  expect(await held).toBe(10);
  expect(await bodies.hold(buildBody(sendWhole('01234', '56789')), 8, toText)).toMatchObject({ status: 413 });
  async function* sendBroken(): AsyncGenerator<Buffer> {
    yield Buffer.from('0123456789');
    throw new Error('aborted');
  }
  await expect(bodies.hold(buildBody(sendBroken()), 50, toText)).rejects.toThrow('aborted');
  expect(await bodies.hold(buildBody(sendWhole('0123456789')), 50, toText)).toBe('0123456789');
});
