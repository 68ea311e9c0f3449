import { describe, expect, it } from 'vitest';
import { readCallback } from './callback';
import { isSigned, nestedReader, tokenFields, transactionFields } from './hmac';
import { readRedirect } from './redirect';
import { ourSecret, paid, redirectQuery, signTransaction, tokenBody, tokenMac, vectors } from './vectors.fixture';

describe('the published vectors', () => {
  it.each(vectors)('P5 vector $name verifies as a processed callback', ({ secret, body, mac }) => {
    expect(signTransaction(body, secret)).toBe(mac);
    expect(isSigned(transactionFields, nestedReader(body), mac, secret)).toBe(true);
    expect(readCallback(JSON.stringify({ type: 'TRANSACTION', obj: body }), mac, secret)).toMatchObject({
      kind: 'transaction',
      transaction: { id: body.id, orderId: body.order.id },
    });
  });

  it.each(vectors)('P5 vector $name verifies as a redirect', ({ secret, body, mac }) => {
    expect(readRedirect(redirectQuery(body, mac), secret)).toMatchObject({ kind: 'signed', orderId: body.order.id });
  });

  it('P5 the token vector verifies and is not acted on', () => {
    expect(isSigned(tokenFields, nestedReader(tokenBody), tokenMac, ourSecret)).toBe(true);
    const text = JSON.stringify({ type: 'TOKEN', obj: tokenBody });
    expect(readCallback(text, tokenMac, ourSecret)).toEqual({ kind: 'unhandled', type: 'TOKEN' });
    expect(readCallback(text.replace('0001', '0002'), tokenMac, ourSecret)).toEqual({ kind: 'unsigned' });
  });

  it('P5 the fields are signed in bytewise order of their dotted names', () => {
    expect([...transactionFields].sort()).toEqual(transactionFields);
    expect(transactionFields).toHaveLength(20);
  });
});

describe('what must not verify', () => {
  const mac = signTransaction(paid, ourSecret);
  const read = nestedReader(paid);

  it.each([
    ['none', undefined], ['empty', ''], ['garbage', 'zz'], ['short', mac.slice(1)], ['long', `${mac}0`],
    ['repeated', [mac, mac]], ['another', mac.replace(/^./, mac.startsWith('0') ? '1' : '0')],
  ])('P5 a callback with %s signature is refused', (_name, given) => {
    expect(isSigned(transactionFields, read, given, ourSecret)).toBe(false);
  });

  it('P5 without a secret every callback is refused', () => {
    expect(isSigned(transactionFields, read, signTransaction(paid, 'x'), '')).toBe(false);
    expect(isSigned(transactionFields, read, mac, 'another secret')).toBe(false);
  });

  it('P5 an upper-case signature is the same signature', () => {
    expect(isSigned(transactionFields, read, mac.toUpperCase(), ourSecret)).toBe(true);
  });

  it.each(transactionFields)('P5 editing %s breaks the signature', (field) => {
    const edited = structuredClone(paid);
    const path = field.split('.');
    const last = path.pop() ?? '';
    const node = path.reduce<Record<string, unknown>>((at, part) => at[part] as Record<string, unknown>, edited);
    node[last] = typeof node[last] === 'boolean' ? !node[last] : `${String(node[last])}1`;
    expect(readCallback(JSON.stringify({ type: 'TRANSACTION', obj: edited }), mac, ourSecret).kind).toBe('unsigned');
  });
});
