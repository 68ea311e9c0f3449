import { describe, expect, it } from 'vitest';
import { macOf, readCallback, readRedirect } from './callback';
import { internationalPhone, toCharge, toChargeState } from './provider';
import { parseTransaction, type Transaction } from './transaction';
import { ourSecret, paid, redirectQuery, refundChild, signTransaction } from './vectors.fixture';

const mac = signTransaction(paid, ourSecret);
const buildCallback = (obj: unknown) => JSON.stringify({ type: 'TRANSACTION', obj });
const parsePaid = (body: object): Transaction => {
  const transaction = parseTransaction({ ...paid, ...body });
  if (!transaction) throw new Error('not a transaction');
  return transaction;
};

describe('canonical form of signed values', () => {
  it.each([
    ['a declined payment with its success as text', { success: 'true' }],
    ['an amount as text', { amount_cents: '129900' }],
    ['digits moved from the amount to the time', { amount_cents: 1299002026, created_at: '-01-15T12:34:56.789012' }],
    ['digits moved from the id to the integration', { id: 9000011, integration_id: '001' }],
    ['a list where a text belongs', { currency: ['EGP'] }],
  ])('%s has a valid signature, but is malformed [P5]', (_name, edit) => {
    const edited = { ...paid, ...edit };
    expect(readCallback(buildCallback(edited), mac, ourSecret)).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['an object that is no text', { success: { toString: 1 } }],
    ['an object with a text of its own', { success: { toString: 'true' } }],
    ['a list', { id: [1] }],
    ["an object without a prototype's methods", { order: { id: { valueOf: null, toString: null } } }],
    ['a novel', { currency: 'E'.repeat(10_000) }],
  ])('%s in place of a signed value is malformed, before any signature is checked [P5, X27]', (_name, edit) => {
    for (const given of [mac, null, '0'.repeat(128)])
      expect(readCallback(buildCallback({ ...paid, ...edit }), given, ourSecret).kind).toBe('malformed');
  });

  it('accepts null fields, unknown fields and ids above 2^31 [P5]', () => {
    const body = {
      ...paid,
      id: 9_000_000_001,
      source_data: { pan: null, type: null, sub_type: null },
      brand_new: { a: 1 },
    };
    expect(readCallback(buildCallback(body), signTransaction(body, ourSecret), ourSecret)).toMatchObject({
      kind: 'transaction',
      transaction: { id: 9_000_000_001, source: { pan: '' } },
    });
  });

  it('accepts one byte order mark before the body, and signatures of the values only [P5]', () => {
    const body = `\ufeff${buildCallback(paid)}`;
    expect(readCallback(body, mac, ourSecret).kind).toBe('transaction');
    expect(readCallback(body, '0'.repeat(128), ourSecret).kind).toBe('unsigned');
    expect(readCallback(`\ufeff${body}`, mac, ourSecret).kind).toBe('malformed');
    const marked = { ...paid, currency: `\ufeff${paid.currency}` };
    expect(readCallback(buildCallback(marked), mac, ourSecret).kind).toBe('unsigned');
  });

  it('classifies anything but a callback as malformed [P5]', () => {
    for (const text of ['', 'x', '[]', 'null', '{}', '{"type":"TRANSACTION"}', '{"type":"TRANSACTION","obj":3}']) {
      expect(readCallback(text, mac, ourSecret).kind).toBe('malformed');
    }
  });

  it('accepts the old format of an intention, but does not act on it [P5]', () => {
    const hmac = macOf(['x'], () => '1299.50pi_test_1', ourSecret).toString('hex');
    const body = {
      intention: { id: 'pi_test_1', amount: 129950, intention_order_id: 700001 },
      transaction: paid,
      hmac,
    };
    expect(readCallback(JSON.stringify(body), null, ourSecret)).toEqual({ kind: 'unhandled', type: 'INTENTION' });
    for (const forged of [
      { ...body, hmac: mac },
      { ...body, hmac: '' },
      { ...body, intention: { ...body.intention, amount: 1 } },
    ])
      expect(readCallback(JSON.stringify(forged), null, ourSecret)).toEqual({ kind: 'unsigned' });
    for (const other of [
      { ...body, hmac: 1 },
      { ...body, transaction: null },
      { ...body, intention: {} },
    ])
      expect(readCallback(JSON.stringify(other), null, ourSecret).kind).toBe('malformed');
  });

  it('verifies a subscription by its own rule, but does not act on it [P5]', () => {
    const hmac = macOf(['x'], () => 'Subscription Createdfor7', ourSecret).toString('hex');
    const body = { trigger_type: 'Subscription Created', subscription_data: { id: 7 }, hmac };
    expect(readCallback(JSON.stringify(body), null, ourSecret)).toEqual({ kind: 'unhandled', type: 'SUBSCRIPTION' });
    expect(readCallback(JSON.stringify({ ...body, hmac: mac }), null, ourSecret)).toEqual({ kind: 'unsigned' });
  });
});

describe('the redirect', () => {
  it('reads order_id if order is missing, and refuses repeated parameters [P5]', () => {
    const query = redirectQuery(paid, mac);
    query.set('order_id', query.get('order') ?? '');
    query.delete('order');
    expect(readRedirect(query, ourSecret)).toMatchObject({ kind: 'signed', orderId: 700001 });
    query.append('success', 'false');
    expect(readRedirect(query, ourSecret)).toEqual({ kind: 'unsigned' });
  });

  it('success=true without a valid signature is unsigned [P5]', () => {
    const query = redirectQuery({ ...paid, success: true }, signTransaction({ ...paid, success: false }, ourSecret));
    expect(readRedirect(query, ourSecret)).toEqual({ kind: 'unsigned' });
    query.delete('hmac');
    expect(readRedirect(query, ourSecret)).toEqual({ kind: 'unsigned' });
  });
});

const account = {
  integrationIds: [1001, 1002, 1003] as [number, number, number],
  owner: 500001,
  mode: 'test' as const,
};

describe('the state of a transaction', () => {
  it.each([
    ['pending', { pending: true, success: false }],
    ['paid', {}],
    ['declined', { success: false }],
    ['refunded', { is_refunded: true }],
    ['cancelled', { is_voided: true, success: false }],
    ['refunded', { is_voided: true }],
    ['authorised', { is_auth: true }],
    ['child', refundChild],
  ] as const)('%s is decided by the signed booleans [P5]', (state, body) => {
    expect(toChargeState(parsePaid(body))).toBe(state);
  });

  it('an API answer may omit fields that say nothing about the money, but a callback may not [P5]', () => {
    const { owner, is_auth, source_data, created_at, ...bare } = paid;
    expect([owner, is_auth, source_data, created_at]).toHaveLength(4);
    expect(parseTransaction(bare)).toMatchObject({ success: true, owner: null, isAuth: false, source: { pan: '' } });
    expect(parseTransaction({ ...bare, success: undefined })).toBeNull();
    expect(readCallback(buildCallback(bare), signTransaction(bare, ourSecret), ourSecret).kind).toBe('malformed');
  });

  it('reads text booleans of old answers literally [P5]', () => {
    expect(toChargeState(parsePaid({ success: 'false', pending: 'false' }))).toBe('declined');
  });

  it('derives the payment method from the source [P6]', () => {
    const readMethod = (type: string) =>
      toCharge(parsePaid({ source_data: { type, sub_type: '', pan: '' } }), account, false).method;
    expect([
      readMethod('card'),
      readMethod('wallet'),
      readMethod('aggregator'),
      readMethod('cash'),
      readMethod(''),
    ]).toEqual(['card', 'wallet', 'kiosk', 'kiosk', null]);
  });

  it.each([
    ['01000000000', '+201000000000'],
    ['00491701234567', '+491701234567'],
    ['201000000000', '+201000000000'],
  ])('sends the phone number %s to Paymob as %s [P3]', (typed, sent) => {
    expect(internationalPhone(typed)).toBe(sent);
  });

  it('the event log contains only four digits of a wallet’s phone number [P5]', () => {
    const charge = toCharge(
      parsePaid({ source_data: { type: 'wallet', sub_type: '', pan: '01012345678' } }),
      account,
      false,
    );
    expect(charge.record.source).toEqual({ type: 'wallet', subType: '', pan: '5678' });
  });

  it('data that the signature does not cover is proven only by an answer from Paymob [P5]', () => {
    const isChargeProven = (edit: object, owner: number | null = 500001) =>
      toCharge(parsePaid(edit), { ...account, owner }, true).isProven;
    expect([
      isChargeProven({}),
      isChargeProven({}, null),
      isChargeProven({ success: false }),
      isChargeProven({ is_refunded: true }),
      isChargeProven(refundChild),
    ]).toEqual([true, false, true, false, false]);
    expect(toCharge(parsePaid({ is_refunded: true }), account, false).isProven).toBe(true);
  });
});
