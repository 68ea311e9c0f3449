import { macOf, nestedReader, transactionFields } from './callback';

export type SignedBody = Record<string, unknown> & { order: { id: number; merchant_order_id?: string } };

export const signTransaction = (obj: unknown, hmacSecret: string): string =>
  macOf(transactionFields, nestedReader(obj), hmacSecret).toString('hex');

export const ourSecret = 'mock_hmac_secret_0123456789ABCDEF';

const card = { pan: '2346', type: 'card', sub_type: 'MasterCard', tenure: null };

export const paid: SignedBody = {
  id: 900001,
  pending: false,
  amount_cents: 129900,
  success: true,
  is_auth: false,
  is_capture: false,
  is_standalone_payment: true,
  is_voided: false,
  is_refunded: false,
  is_3d_secure: true,
  integration_id: 1001,
  profile_id: 400001,
  has_parent_transaction: false,
  order: { id: 700001, merchant_order_id: 'pay_01HXMOCK0001' },
  created_at: '2026-01-15T12:34:56.789012',
  currency: 'EGP',
  source_data: card,
  error_occured: false,
  owner: 500001,
  is_refund: false,
  is_void: false,
  is_live: false,
  refunded_amount_cents: 0,
  parent_transaction: null,
  data: { klass: 'MigsPayment', txn_response_code: 'APPROVED', acq_response_code: '00', message: 'Approved' },
};

export const refundChild: SignedBody = {
  ...paid,
  id: 900003,
  created_at: '2026-01-16T09:00:00.000001',
  has_parent_transaction: true,
  is_3d_secure: false,
  is_standalone_payment: false,
  is_refund: true,
  parent_transaction: 900001,
};

const kioskPending: SignedBody = {
  ...paid,
  id: 900006,
  integration_id: 1003,
  pending: true,
  success: false,
  is_3d_secure: false,
  source_data: { pan: '', type: 'aggregator', sub_type: 'AGGREGATOR' },
  data: { bill_reference: 30012345 },
};

const docsSample = (values: Record<string, unknown>): SignedBody => ({
  ...paid,
  ...values,
  order: values.order as { id: number },
});

export interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly body: SignedBody;
  readonly mac: string;
}

/** A and B are Paymob's own samples; V1 to V7 are ours. */
export const vectors: readonly Vector[] = [
  {
    name: 'A',
    secret: '04DC1A9490B8CC2094C011FC055ADCDB',
    body: docsSample({
      amount_cents: 100000,
      created_at: '2024-06-13T11:33:44.592345',
      id: 192036465,
      integration_id: 4097558,
      order: { id: 217503754 },
      owner: 302852,
    }),
    mac: 'fa8ac0b7f3852e60c50e7fdd4ea5ef0bda96030c19dea1d55df8c76d6c08ab1877774662cbb04981dc84839ad4da560bcc8cb53b8973548657f7e8f8d2e79930',
  },
  {
    name: 'B',
    secret: 'DF42E0CDDDEABBC182E7297FC4C0206B',
    body: docsSample({
      amount_cents: 100,
      created_at: '2020-03-25T18:39:44.719228',
      id: 2556706,
      integration_id: 6741,
      order: { id: 4778239 },
      owner: 4705,
    }),
    mac: '6965eb228a2ee5003f9dc01528d68271fdbeae7af0e5bbb1d4915cecff675c2fcb3f08aec78e5859e198ca2b1e53c622a7b5ab7dcb9d15b6ab051a25d1ea1a74',
  },
  {
    name: 'V1 paid',
    secret: ourSecret,
    body: paid,
    mac: '6b57cccea9bfe960f9ef5f067b5e8e6901ecb390aeb9772d485388fa1961abb1f597fcd6f10106ebcfecf56c5248d3d8c7186f40dd13326d8a175d77cda4f73f',
  },
  {
    name: 'V2 declined',
    secret: ourSecret,
    body: { ...paid, id: 900002, success: false },
    mac: 'e6de3c476ec656e1b89ade3d750c2a96eb56328a0a4dd1fed29798dcba86277130d40ac7c2b571338a954608cad497d55b67229d462e59afa961763ef5565505',
  },
  {
    name: 'V3 refunded',
    secret: ourSecret,
    body: { ...paid, is_refunded: true, refunded_amount_cents: 129900 },
    mac: '6f0f6ad2a0d50038a10eb504a30ce36b556fb38a8cb8d840b9eaa91e581d7b10d582c9880f921c9b5d6e735415506c46e61b46bf53539f0ffdcad78b6a5ba4e3',
  },
  {
    name: 'V4 refund child',
    secret: ourSecret,
    body: refundChild,
    mac: 'efb994939e1961c8362f154e22d6a10d88a01119114062accc369b4ada6f41517f3b7076640721c925b9a26f2f3ef7ad9856646dfb95b29117acb5a726e85e0e',
  },
  {
    name: 'V6 kiosk pending',
    secret: ourSecret,
    body: kioskPending,
    mac: '589a1f54b3cd19c6d3e7d5ddd609ee5124233a1135bd6aeac8957ff03bf70684791a27ae864dd80ef5656fea689853d9536f435e22dc904b8457d29d28434eba',
  },
  {
    name: 'V7 with an offset',
    secret: ourSecret,
    body: { ...paid, created_at: '2026-01-15T12:34:56.789012+02:00' },
    mac: '1281e7e1c3dcdbef9bfe284a59812f89322043e3558c9f0995186993754ff6763ba48dfdbaed73aaccc7c326ff80345a2aee38287788c96ac0d0ddb3593fbaa4',
  },
];

export const tokenBody = {
  id: 800001,
  token: 'mocktok_0001',
  masked_pan: 'xxxx-xxxx-xxxx-2346',
  merchant_id: 400001,
  card_subtype: 'MasterCard',
  created_at: '2026-01-15T12:34:57.000001',
  email: 'learner@example.com',
  order_id: '700001',
};
export const tokenMac =
  '8e326482add6c0128d27802556696658f1e11694f021549e0226e415b02443ca472bfcb728d713bfe998f4e9fecbdfa36f68a523488606ec1fa37eba83e63249';

export function redirectQuery(body: SignedBody, mac: string): URLSearchParams {
  const source = body.source_data as Record<string, unknown>;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(body)) {
    if (value !== null && typeof value !== 'object') query.set(key, String(value));
  }
  query.set('order', String(body.order.id));
  for (const key of ['pan', 'type', 'sub_type']) query.set(`source_data.${key}`, String(source[key]));
  query.set('hmac', mac);
  return query;
}
