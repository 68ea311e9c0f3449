import { describe, expect, it } from 'vitest';
import { readCallback } from './callback';
import { macOf } from './hmac';
import { readRedirect } from './redirect';
import { ourSecret, paid, redirectQuery, refundChild, signTransaction } from './vectors.fixture';
import { chargeOf, stateOf } from './charge';
import { internationalPhone } from './provider';
import { parseTransaction, type Transaction } from '@/lib/payments/paymob/api/transaction';

const mac = signTransaction(paid, ourSecret);
const asCallback = (obj: unknown) => JSON.stringify({ type: 'TRANSACTION', obj });
const transactionOf = (body: object): Transaction => {
  const transaction = parseTransaction({ ...paid, ...body });
  if (!transaction) throw new Error('not a transaction');
  return transaction;
};

describe('canonical form after the signature', () => {
  it.each([
    ['a declined payment with its success as text', { success: 'true' }],
    ['an amount as text', { amount_cents: '129900' }],
    ['digits moved from the amount to the time', { amount_cents: 1299002026, created_at: '-01-15T12:34:56.789012' }],
    ['digits moved from the id to the integration', { id: 9000011, integration_id: '001' }],
    ['a list where a text belongs', { currency: ['EGP'] }],
  ])('P5 %s verifies, and is malformed all the same', (_name, edit) => {
    const edited = { ...paid, ...edit };
    expect(readCallback(asCallback(edited), mac, ourSecret)).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['an object that is no text', { success: { toString: 1 } }], ['an object with a text of its own', { success: { toString: 'true' } }],
    ['a list', { 'id': [1] }], ['an object without a prototype\'s methods', { order: { id: { valueOf: null, toString: null } } }], ['a novel', { currency: 'E'.repeat(10_000) }],
  ])('P5 X27 %s where a signed value belongs is malformed before anything is verified', (_name, edit) => {
    for (const given of [mac, null, '0'.repeat(128)]) expect(readCallback(asCallback({ ...paid, ...edit }), given, ourSecret).kind).toBe('malformed');
  });

  it('P5 null fields, unknown fields and ids above 2^31 are read', () => {
    const body = { ...paid, id: 9_000_000_001, source_data: { pan: null, type: null, sub_type: null }, brand_new: { a: 1 } };
    expect(readCallback(asCallback(body), signTransaction(body, ourSecret), ourSecret)).toMatchObject({
      kind: 'transaction',
      transaction: { id: 9_000_000_001, source: { pan: '' } },
    });
  });

  it('P5 what is not a callback is called malformed', () => {
    for (const text of ['', 'x', '[]', 'null', '{}', '{"type":"TRANSACTION"}', '{"type":"TRANSACTION","obj":3}']) {
      expect(readCallback(text, mac, ourSecret).kind).toBe('malformed');
    }
  });

  it('P5 the old shape of an intention is taken, and nothing is done by it', () => {
    const hmac = macOf(['x'], () => '1299.50pi_test_1', ourSecret).toString('hex');
    const body = { intention: { id: 'pi_test_1', amount: 129950, intention_order_id: 700001 }, transaction: paid, hmac };
    expect(readCallback(JSON.stringify(body), null, ourSecret)).toEqual({ kind: 'unhandled', type: 'INTENTION' });
    for (const forged of [{ ...body, hmac: mac }, { ...body, hmac: '' }, { ...body, intention: { ...body.intention, amount: 1 } }]) expect(readCallback(JSON.stringify(forged), null, ourSecret)).toEqual({ kind: 'unsigned' });
    for (const other of [{ ...body, hmac: 1 }, { ...body, transaction: null }, { ...body, intention: {} }]) expect(readCallback(JSON.stringify(other), null, ourSecret).kind).toBe('malformed');
  });

  it('P5 a subscription is verified by its own rule and not acted on', () => {
    const hmac = macOf(['x'], () => 'Subscription Createdfor7', ourSecret).toString('hex');
    const body = { trigger_type: 'Subscription Created', subscription_data: { id: 7 }, hmac };
    expect(readCallback(JSON.stringify(body), null, ourSecret)).toEqual({ kind: 'unhandled', type: 'SUBSCRIPTION' });
    expect(readCallback(JSON.stringify({ ...body, hmac: mac }), null, ourSecret)).toEqual({ kind: 'unsigned' });
  });
});

describe('the redirect', () => {
  it('P5 takes order_id where order is missing, and nothing that is given twice', () => {
    const query = redirectQuery(paid, mac);
    query.set('order_id', query.get('order') ?? '');
    query.delete('order');
    expect(readRedirect(query, ourSecret)).toMatchObject({ kind: 'signed', orderId: 700001 });
    query.append('success', 'false');
    expect(readRedirect(query, ourSecret)).toEqual({ kind: 'unsigned' });
  });

  it('P5 success=true without a valid signature is unsigned', () => {
    const query = redirectQuery({ ...paid, success: true }, signTransaction({ ...paid, success: false }, ourSecret));
    expect(readRedirect(query, ourSecret)).toEqual({ kind: 'unsigned' });
    query.delete('hmac');
    expect(readRedirect(query, ourSecret)).toEqual({ kind: 'unsigned' });
  });
});

const account = { integrationIds: [1001, 1002, 1003] as [number, number, number], owner: 500001, mode: 'test' as const };

describe('what a transaction says', () => {
  it.each([
    ['pending', { pending: true, success: false }],
    ['paid', {}],
    ['declined', { success: false }],
    ['refunded', { is_refunded: true }],
    ['cancelled', { is_voided: true, success: false }],
    ['refunded', { is_voided: true }],
    ['authorised', { is_auth: true }],
    ['child', refundChild],
  ] as const)('P5 %s is decided by the signed booleans', (state, body) => {
    expect(stateOf(transactionOf(body))).toBe(state);
  });

  it('P5 an answer may leave out what says nothing about the money, a callback may not', () => {
    const { owner, is_auth, source_data, created_at, ...bare } = paid;
    expect([owner, is_auth, source_data, created_at]).toHaveLength(4);
    expect(parseTransaction(bare)).toMatchObject({ success: true, owner: null, isAuth: false, source: { pan: '' } });
    expect(parseTransaction({ ...bare, success: undefined })).toBeNull();
    expect(readCallback(asCallback(bare), signTransaction(bare, ourSecret), ourSecret).kind).toBe('malformed');
  });

  it('P5 old answers with booleans as text are read literally', () => {
    expect(stateOf(transactionOf({ success: 'false', pending: 'false' }))).toBe('declined');
  });

  it('P6 the way of paying comes from the source', () => {
    const by = (type: string) => chargeOf(transactionOf({ source_data: { type, sub_type: '', pan: '' } }), account, false).method;
    expect([by('card'), by('wallet'), by('aggregator'), by('cash'), by('')]).toEqual(['card', 'wallet', 'kiosk', 'kiosk', null]);
  });

  it.each([['01000000000', '+201000000000'], ['00491701234567', '+491701234567'], ['201000000000', '+201000000000']])(
    'P3 %s goes to Paymob as %s', (typed, sent) => {
      expect(internationalPhone(typed)).toBe(sent);
    });

  it('P5 four digits of a wallet’s phone number are in the event log', () => {
    const charge = chargeOf(transactionOf({ source_data: { type: 'wallet', sub_type: '', pan: '01012345678' } }), account, false);
    expect(charge.record.source).toEqual({ type: 'wallet', subType: '', pan: '5678' });
  });

  it('P5 what a signature does not cover is proven by an answer of Paymob only', () => {
    const proven = (edit: object, owner: number | null = 500001) => chargeOf(transactionOf(edit), { ...account, owner }, true).isProven;
    expect([proven({}), proven({}, null), proven({ success: false }), proven({ is_refunded: true }), proven(refundChild)]).toEqual([true, false, true, false, false]);
    expect(chargeOf(transactionOf({ is_refunded: true }), account, false).isProven).toBe(true);
  });
});
