import { expect, test } from 'vitest';
import { RequestBodies } from '@/server/plugins/next';

const never = new Promise<never>(() => undefined);

async function* unfinished(bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(bytes);
  await never;
}

async function* whole(...parts: string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part);
}

const bodyOf = (raw: AsyncIterable<Buffer>, addressGroup = 'a') => ({ raw, addressGroup });
const text = (body: Buffer) => Promise.resolve(body.toString());

test('slowly sent bodies are limited together, by address and in total [X31]', async () => {
  const bodies = new RequestBodies({ totalBytes: 100, bytesPerAddress: 40 });
  void bodies.hold(bodyOf(unfinished(30)), 50, text);
  await new Promise(setImmediate);
  expect(await bodies.hold(bodyOf(whole('0123456789')), 50, text)).toBe('0123456789');
  expect(await bodies.hold(bodyOf(whole('0123456789', '0')), 50, text)).toMatchObject({
    status: 429,
    key: 'too-many-requests',
  });
  for (const address of ['b', 'c']) void bodies.hold(bodyOf(unfinished(30), address), 50, text);
  await new Promise(setImmediate);
  expect(await bodies.hold(bodyOf(whole('0123456789'), 'd'), 50, text)).toBe('0123456789');
  expect(await bodies.hold(bodyOf(whole('0123456789', '0'), 'd'), 50, text)).toMatchObject({
    status: 503,
    key: 'busy',
  });
});

test('a body is counted until it is answered, also if it is too long or breaks off [O4]', async () => {
  const bodies = new RequestBodies({ totalBytes: 12, bytesPerAddress: 12 });
  const held = bodies.hold(bodyOf(whole('0123456789')), 50, async (body) => {
    expect(await bodies.hold(bodyOf(whole('0123456789')), 50, text)).toMatchObject({ status: 429 });
    return body.length;
  });
  expect(await held).toBe(10);
  expect(await bodies.hold(bodyOf(whole('01234', '56789')), 8, text)).toMatchObject({ status: 413 });
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('0123456789');
    throw new Error('aborted');
  }
  await expect(bodies.hold(bodyOf(broken()), 50, text)).rejects.toThrow('aborted');
  expect(await bodies.hold(bodyOf(whole('0123456789')), 50, text)).toBe('0123456789');
});
