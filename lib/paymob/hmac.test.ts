import { describe, expect, it } from 'vitest';
import { readCallback, signTransaction } from './callback';
import { isSigned, nestedReader, TOKEN_FIELDS, TRANSACTION_FIELDS } from './hmac';
import { readRedirect } from './redirect';
import { OUR_SECRET, paid, redirectQuery, TOKEN_BODY, TOKEN_MAC, VECTORS } from './vectors.fixture';

describe('the published vectors', () => {
  it.each(VECTORS)('P5 vector $name verifies as a processed callback', ({ secret, body, mac }) => {
    expect(signTransaction(body, secret)).toBe(mac);
    expect(isSigned(TRANSACTION_FIELDS, nestedReader(body), mac, secret)).toBe(true);
    expect(readCallback(JSON.stringify({ type: 'TRANSACTION', obj: body }), mac, secret)).toMatchObject({
      kind: 'transaction',
      transaction: { id: body.id, orderId: body.order.id },
    });
  });

  it.each(VECTORS)('P5 vector $name verifies as a redirect', ({ secret, body, mac }) => {
    expect(readRedirect(redirectQuery(body, mac), secret)).toMatchObject({ kind: 'signed', orderId: body.order.id });
  });

  it('P5 the token vector verifies and is not acted on', () => {
    expect(isSigned(TOKEN_FIELDS, nestedReader(TOKEN_BODY), TOKEN_MAC, OUR_SECRET)).toBe(true);
    const text = JSON.stringify({ type: 'TOKEN', obj: TOKEN_BODY });
    expect(readCallback(text, TOKEN_MAC, OUR_SECRET)).toEqual({ kind: 'unhandled', type: 'TOKEN' });
    expect(readCallback(text.replace('0001', '0002'), TOKEN_MAC, OUR_SECRET)).toEqual({ kind: 'unsigned' });
  });

  it('P5 the fields are signed in bytewise order of their dotted names', () => {
    expect([...TRANSACTION_FIELDS].sort()).toEqual(TRANSACTION_FIELDS);
    expect(TRANSACTION_FIELDS).toHaveLength(20);
  });
});

describe('what must not verify', () => {
  const mac = signTransaction(paid, OUR_SECRET);
  const read = nestedReader(paid);

  it.each([
    ['none', undefined], ['empty', ''], ['garbage', 'zz'], ['short', mac.slice(1)], ['long', `${mac}0`],
    ['repeated', [mac, mac]], ['another', mac.replace(/^./, mac.startsWith('0') ? '1' : '0')],
  ])('P5 a callback with %s signature is refused', (_name, given) => {
    expect(isSigned(TRANSACTION_FIELDS, read, given, OUR_SECRET)).toBe(false);
  });

  it('P5 without a secret every callback is refused', () => {
    expect(isSigned(TRANSACTION_FIELDS, read, signTransaction(paid, 'x'), '')).toBe(false);
    expect(isSigned(TRANSACTION_FIELDS, read, mac, 'another secret')).toBe(false);
  });

  it('P5 an upper-case signature is the same signature', () => {
    expect(isSigned(TRANSACTION_FIELDS, read, mac.toUpperCase(), OUR_SECRET)).toBe(true);
  });

  it.each(TRANSACTION_FIELDS)('P5 editing %s breaks the signature', (field) => {
    const edited = structuredClone(paid);
    const path = field.split('.');
    const last = path.pop() ?? '';
    const node = path.reduce<Record<string, unknown>>((at, part) => at[part] as Record<string, unknown>, edited);
    node[last] = typeof node[last] === 'boolean' ? !node[last] : `${String(node[last])}1`;
    expect(readCallback(JSON.stringify({ type: 'TRANSACTION', obj: edited }), mac, OUR_SECRET).kind).toBe('unsigned');
  });
});
