import { expect, test } from 'vitest';
import { computeHmac, joinSignedFields, signToken, signTransaction } from './callback-bodies';

const secret = 'mock_hmac_secret_0123456789ABCDEF';

const paid = {
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
  has_parent_transaction: false,
  order: { id: 700001 },
  created_at: '2026-01-15T12:34:56.789012',
  currency: 'EGP',
  source_data: { pan: '2346', type: 'card', sub_type: 'MasterCard' },
  error_occured: false,
  owner: 500001,
};
const refundChild = {
  ...paid,
  id: 900003,
  is_3d_secure: false,
  is_standalone_payment: false,
  has_parent_transaction: true,
  created_at: '2026-01-16T09:00:00.000001',
};
const bill = {
  ...paid,
  id: 900006,
  integration_id: 1003,
  is_3d_secure: false,
  pending: true,
  success: false,
  source_data: { pan: '', sub_type: 'AGGREGATOR', type: 'aggregator' },
};

test.each([
  [
    'published sample A',
    '04DC1A9490B8CC2094C011FC055ADCDB',
    '1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalsetruefalse217503754302852false2346MasterCardcardtrue',
    'fa8ac0b7f3852e60c50e7fdd4ea5ef0bda96030c19dea1d55df8c76d6c08ab1877774662cbb04981dc84839ad4da560bcc8cb53b8973548657f7e8f8d2e79930',
  ],
  [
    'published sample B',
    'DF42E0CDDDEABBC182E7297FC4C0206B',
    '1002020-03-25T18:39:44.719228EGPfalsefalse25567066741truefalsefalsefalsetruefalse47782394705false2346MasterCardcardtrue',
    '6965eb228a2ee5003f9dc01528d68271fdbeae7af0e5bbb1d4915cecff675c2fcb3f08aec78e5859e198ca2b1e53c622a7b5ab7dcb9d15b6ab051a25d1ea1a74',
  ],
])('the mock signs %s as Paymob does [P8]', (_, secret, text, digest) => {
  expect(computeHmac(text, secret)).toBe(digest);
});

test.each([
  [
    'V1 paid',
    paid,
    '6b57cccea9bfe960f9ef5f067b5e8e6901ecb390aeb9772d485388fa1961abb1f597fcd6f10106ebcfecf56c5248d3d8c7186f40dd13326d8a175d77cda4f73f',
  ],
  [
    'V2 declined',
    { ...paid, id: 900002, success: false },
    'e6de3c476ec656e1b89ade3d750c2a96eb56328a0a4dd1fed29798dcba86277130d40ac7c2b571338a954608cad497d55b67229d462e59afa961763ef5565505',
  ],
  [
    'V3 refunded later',
    { ...paid, is_refunded: true },
    '6f0f6ad2a0d50038a10eb504a30ce36b556fb38a8cb8d840b9eaa91e581d7b10d582c9880f921c9b5d6e735415506c46e61b46bf53539f0ffdcad78b6a5ba4e3',
  ],
  [
    'V4 refund child',
    refundChild,
    'efb994939e1961c8362f154e22d6a10d88a01119114062accc369b4ada6f41517f3b7076640721c925b9a26f2f3ef7ad9856646dfb95b29117acb5a726e85e0e',
  ],
  [
    'V6 kiosk bill',
    bill,
    '589a1f54b3cd19c6d3e7d5ddd609ee5124233a1135bd6aeac8957ff03bf70684791a27ae864dd80ef5656fea689853d9536f435e22dc904b8457d29d28434eba',
  ],
  [
    'V7 with an offset',
    { ...paid, created_at: `${paid.created_at}+02:00` },
    '1281e7e1c3dcdbef9bfe284a59812f89322043e3558c9f0995186993754ff6763ba48dfdbaed73aaccc7c326ff80345a2aee38287788c96ac0d0ddb3593fbaa4',
  ],
])('the mock signs the test vector %s [P8]', (_, body, digest) => {
  expect(signTransaction(body, secret)).toBe(digest);
});

test('a null or missing value is signed as an empty text [P8]', () => {
  expect(joinSignedFields({ ...bill, source_data: null })).toBe(
    '1299002026-01-15T12:34:56.789012EGPfalsefalse9000061003falsefalsefalsefalsetruefalse700001500001truefalse',
  );
});

test('a saved card token is signed over its own eight fields [P8]', () => {
  const token = {
    id: 800001,
    token: 'mocktok_0001',
    masked_pan: 'xxxx-xxxx-xxxx-2346',
    merchant_id: 400001,
    card_subtype: 'MasterCard',
    created_at: '2026-01-15T12:34:57.000001',
    email: 'learner@example.com',
    order_id: '700001',
  };
  expect(signToken(token, secret)).toBe(
    '8e326482add6c0128d27802556696658f1e11694f021549e0226e415b02443ca472bfcb728d713bfe998f4e9fecbdfa36f68a523488606ec1fa37eba83e63249',
  );
});
