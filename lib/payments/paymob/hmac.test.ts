import { describe, expect, it } from 'vitest';
import { isSigned, nestedReader, readCallback, readRedirect, tokenFields, transactionFields } from './callback';
import { ourSecret, paid, redirectQuery, signTransaction, tokenBody, tokenMac, vectors } from './vectors.fixture';

describe('the published test vectors', () => {
  it.each(vectors)('vector $name verifies as a processed callback [P5]', ({ secret, body, mac }) => {
    expect(signTransaction(body, secret)).toBe(mac);
    expect(isSigned(transactionFields, nestedReader(body), mac, secret)).toBe(true);
    expect(readCallback(JSON.stringify({ type: 'TRANSACTION', obj: body }), mac, secret)).toMatchObject({
      kind: 'transaction',
      transaction: { id: body.id, orderId: body.order.id },
    });
  });

  it.each(vectors)('vector $name verifies as a redirect [P5]', ({ secret, body, mac }) => {
    expect(readRedirect(redirectQuery(body, mac), secret)).toMatchObject({ kind: 'signed', orderId: body.order.id });
  });

  it('the token vector verifies, but is not acted on [P5]', () => {
    expect(isSigned(tokenFields, nestedReader(tokenBody), tokenMac, ourSecret)).toBe(true);
    const text = JSON.stringify({ type: 'TOKEN', obj: tokenBody });
    expect(readCallback(text, tokenMac, ourSecret)).toEqual({ kind: 'unhandled', type: 'TOKEN' });
    expect(readCallback(text.replace('0001', '0002'), tokenMac, ourSecret)).toEqual({ kind: 'unsigned' });
  });

  it('signs the fields in bytewise order of their dotted names [P5]', () => {
    expect([...transactionFields].sort()).toEqual(transactionFields);
    expect(transactionFields).toHaveLength(20);
  });
});

describe('invalid signatures', () => {
  const mac = signTransaction(paid, ourSecret);
  const read = nestedReader(paid);

  it.each([
    ['none', undefined],
    ['empty', ''],
    ['garbage', 'zz'],
    ['short', mac.slice(1)],
    ['long', `${mac}0`],
    ['repeated', [mac, mac]],
    ['another', mac.replace(/^./, mac.startsWith('0') ? '1' : '0')],
  ])('a callback with %s signature is refused [P5]', (_name, given) => {
    expect(isSigned(transactionFields, read, given, ourSecret)).toBe(false);
  });

  it('refuses every callback without a secret [P5]', () => {
    for (const secret of ['', 'x'])
      expect(isSigned(transactionFields, read, signTransaction(paid, secret), '')).toBe(false);
    expect(isSigned(transactionFields, read, mac, 'another secret')).toBe(false);
  });

  it('accepts an upper-case signature [P5]', () => {
    expect(isSigned(transactionFields, read, mac.toUpperCase(), ourSecret)).toBe(true);
  });

  it.each(transactionFields)('editing %s breaks the signature [P5]', (field) => {
    const edited = structuredClone(paid);
    const path = field.split('.');
    const last = path.pop() ?? '';
    const node = path.reduce<Record<string, unknown>>((at, part) => at[part] as Record<string, unknown>, edited);
    node[last] = typeof node[last] === 'boolean' ? !node[last] : `${String(node[last])}1`;
    expect(readCallback(JSON.stringify({ type: 'TRANSACTION', obj: edited }), mac, ourSecret).kind).toBe('unsigned');
  });
});
