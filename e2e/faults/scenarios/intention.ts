import { isPaid, order, pay, requestPayment, signUp, statusOf, products } from '../learner';
import type { Finding, Scenario } from '../scenario';
import { until } from '../wait';
import type { World } from '../world';

const troubles: [string, Record<string, unknown>][] = [
  ['answers 500', { status: 500 }],
  ['answers 429', { status: 429 }],
  ['answers 401', { status: 401 }],
  ['answers 406', { status: 406, body: { code: 'unmatched_item_prices' } }],
  ['answers with a proxy’s page', { html: true }],
  ['answers half a document', { badJson: true }],
  ['answers without a secret', { patch: { client_secret: null } }],
  // A line that breaks once is tried again at once, and the buyer never hears of it.
  ['is cut twice before the work', { drop: 'before', times: 2 }],
  ['is cut twice after the work', { drop: 'after', times: 2 }],
  ['never answers', { hang: true }],
];

/** R09: the buyer hears of it, tries again and pays; the old attempt charges nothing. */
async function trouble(world: World, what: string, fault: Record<string, unknown>): Promise<Finding> {
  const learner = await signUp(world);
  await world.paymob('POST', 'faults', { op: 'intention.create', ...fault });
  const first = await requestPayment(world, learner, products[0]);
  const toldWell = [502, 503].includes(first.status) && (first.headers.get('content-type') ?? '').includes('problem+json') && first.tookMs < 10_000;
  const purchase = await order(world, learner);
  await pay(world, purchase, 'paid');
  const took = await until(`paid after ${what}`, 20_000, () => isPaid(world, purchase));
  return { what: `intention ${what}`, times: 1, held: toldWell, result: `buyer told ${first.status} after ${first.tookMs} ms, second attempt paid in ${took} ms` };
}

/** R09: one broken line is nobody's trouble but ours. */
async function cutOnce(world: World): Promise<Finding> {
  await world.paymob('POST', 'faults', { op: 'intention.create', drop: 'after', times: 1 });
  const purchase = await order(world, await signUp(world));
  await pay(world, purchase, 'paid');
  const took = await until('paid after a cut', 20_000, () => isPaid(world, purchase));
  return { what: 'intention is cut once', times: 1, held: true, result: `the buyer gets a page all the same, paid in ${took} ms` };
}

/** R09: the answer was lost, the page was paid all the same, and the buyer starts again. */
async function orphanPaid(world: World): Promise<Finding> {
  const learner = await signUp(world);
  const known = (await world.paymob<unknown[]>('GET', 'intentions')).length;
  await world.paymob('POST', 'faults', { op: 'intention.create', drop: 'after', times: 2 });
  await requestPayment(world, learner, products[0]);
  const orphan = (await world.paymob<{ client_secret: string }[]>('GET', 'intentions'))[known];
  await world.paymob('POST', 'faults', { op: 'callback', drop: 'before' });
  await world.paymob('POST', `intentions/${orphan?.client_secret}/complete`, { scenario: 'paid' });
  const again = await requestPayment(world, learner, products[0]);
  const books = (await world.books()).slice(known);
  const held = again.status === 409 && books.every((line) => line.net_cents <= line.amount_cents);
  return { what: 'a lost attempt was paid, the buyer starts again', times: 1, held, result: `second request answered ${again.status}` };
}

/** R09: two successes on one order: one is kept, one goes back. */
async function chargedTwice(world: World): Promise<Finding> {
  const purchase = await order(world, await signUp(world));
  await pay(world, purchase, 'double-charge');
  const net = async (): Promise<number> => {
    const line = (await world.books()).find(({ paid_transactions: paid }) => paid.length === 2);
    return line ? line.net_cents - line.amount_cents : -1;
  };
  const took = await until('the second charge is given back', 30_000, async () => (await net()) === 0).catch(() => null);
  const paid = await isPaid(world, purchase);
  return { what: 'charged twice on one order', times: 1, held: took !== null && paid, result: took === null ? `second charge kept: ${await net()} piastres` : `second charge returned after ${took} ms, access stays` };
}

/** A rightly signed message about one piastre more. */
async function wrongAmount(world: World): Promise<Finding> {
  const purchase = await order(world, await signUp(world));
  await pay(world, purchase, 'amount-off');
  await new Promise((resolve) => setTimeout(resolve, 4000));
  const status = await statusOf(world, purchase);
  return { what: 'amount off by one piastre, signed', times: 1, held: status !== 'paid', result: `order ${status}, no access` };
}

export const intentions: Scenario = {
  id: 'R09',
  steps: [...troubles.map(([what, fault]) => (world: World) => trouble(world, what, fault)), cutOnce, orphanPaid, chargedTwice, wrongAmount],
};
