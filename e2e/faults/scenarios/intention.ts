import { fetchOrderStatus, isPaid, orderProduct, pay, products, requestPayment, signUp } from '../learners';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';
import { waitUntil } from '../wait';

const troubles: [string, Record<string, unknown>][] = [
  ['answers 500', { status: 500 }],
  ['answers 429', { status: 429 }],
  ['answers 401', { status: 401 }],
  ['answers 406', { status: 406, body: { code: 'unmatched_item_prices' } }],
  ['answers with a proxy’s page', { html: true }],
  ['answers half a document', { badJson: true }],
  ['answers without a secret', { patch: { client_secret: null } }],
  // Cut the connection twice, because the service itself retries once.
  ['is cut twice before the work', { drop: 'before', times: 2 }],
  ['is cut twice after the work', { drop: 'after', times: 2 }],
  ['never answers', { hang: true }],
];

/** R09: the buyer sees an error, tries again and pays. The first attempt charges nothing. */
async function checkOutWithFault(stack: Stack, what: string, fault: Record<string, unknown>): Promise<Finding> {
  const learner = await signUp(stack);
  await stack.callPaymob('POST', 'faults', { op: 'intention.create', ...fault });
  const first = await requestPayment(stack, learner, products[0]);
  const answeredWell =
    [502, 503].includes(first.status) &&
    (first.headers.get('content-type') ?? '').includes('problem+json') &&
    first.tookMs < 10_000;
  const purchase = await orderProduct(stack, learner);
  await pay(stack, purchase, 'paid');
  const took = await waitUntil(`paid after ${what}`, 20_000, () => isPaid(stack, purchase));
  return {
    what: `intention ${what}`,
    times: 1,
    isHeld: answeredWell,
    result: `buyer sees ${first.status} after ${first.tookMs} ms, second attempt paid in ${took} ms`,
  };
}

async function cutConnection(stack: Stack): Promise<Finding> {
  await stack.callPaymob('POST', 'faults', { op: 'intention.create', drop: 'after', times: 1 });
  const purchase = await orderProduct(stack, await signUp(stack));
  await pay(stack, purchase, 'paid');
  const took = await waitUntil('paid after a cut', 20_000, () => isPaid(stack, purchase));
  return {
    what: 'intention is cut once',
    times: 1,
    isHeld: true,
    result: `the buyer gets a page anyway, paid in ${took} ms`,
  };
}

/** R09: the response is lost, but its payment page is paid. Then the buyer starts again. */
async function payOrphan(stack: Stack): Promise<Finding> {
  const learner = await signUp(stack);
  const known = (await stack.callPaymob<unknown[]>('GET', 'intentions')).length;
  await stack.callPaymob('POST', 'faults', { op: 'intention.create', drop: 'after', times: 2 });
  await requestPayment(stack, learner, products[0]);
  const orphan = (await stack.callPaymob<{ client_secret: string }[]>('GET', 'intentions'))[known];
  await stack.callPaymob('POST', 'faults', { op: 'callback', drop: 'before' });
  await stack.callPaymob('POST', `intentions/${orphan?.client_secret}/complete`, { scenario: 'paid' });
  const again = await requestPayment(stack, learner, products[0]);
  const books = (await stack.readBooks()).slice(known);
  const isHeld = again.status === 409 && books.every((line) => line.net_cents <= line.amount_cents);
  return {
    what: 'a lost attempt was paid, the buyer starts again',
    times: 1,
    isHeld,
    result: `second request answered ${again.status}`,
  };
}

/** R09: of two charges for one order, one is refunded. */
async function chargeTwice(stack: Stack): Promise<Finding> {
  const purchase = await orderProduct(stack, await signUp(stack));
  await pay(stack, purchase, 'double-charge');
  const findNet = async (): Promise<number> => {
    const line = (await stack.readBooks()).find(({ paid_transactions: paid }) => paid.length === 2);
    return line ? line.net_cents - line.amount_cents : -1;
  };
  const took = await waitUntil('the second charge is given back', 30_000, async () => (await findNet()) === 0).catch(
    () => null,
  );
  const paid = await isPaid(stack, purchase);
  return {
    what: 'charged twice on one order',
    times: 1,
    isHeld: took !== null && paid,
    result:
      took === null
        ? `second charge stays: ${await findNet()} piastres`
        : `second charge returned after ${took} ms, access stays`,
  };
}

/** Row P10: an admin decides about a signed callback with one piastre too much. */
async function payWrongAmount(stack: Stack): Promise<Finding> {
  const purchase = await orderProduct(stack, await signUp(stack));
  await pay(stack, purchase, 'amount-off');
  await waitUntil(
    'the order waits for a person',
    30_000,
    async () => (await fetchOrderStatus(stack, purchase)) === 'in_review',
  ).catch(() => null);
  const status = await fetchOrderStatus(stack, purchase);
  return {
    what: 'amount off by one piastre, signed',
    times: 1,
    isHeld: status === 'in_review',
    result: `order ${status}, no access`,
  };
}

export const intentions: Scenario = {
  id: 'R09',
  steps: [
    ...troubles.map(
      ([what, fault]) =>
        (stack: Stack) =>
          checkOutWithFault(stack, what, fault),
    ),
    cutConnection,
    payOrphan,
    chargeTwice,
    payWrongAmount,
  ],
};
