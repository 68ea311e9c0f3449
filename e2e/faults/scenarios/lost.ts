import { isPaid, order, pay, requestPayment, signUp, products, type Purchase } from '../learner';
import type { Finding, Scenario } from '../scenario';
import { inTurn, until } from '../wait';
import type { World } from '../world';

const buyers = 10;

const paidWithin = (world: World, purchase: Purchase, ms: number): Promise<number> => until(`order ${purchase.orderId} is paid`, ms, () => isPaid(world, purchase));

/** R07: nothing arrives; the job asks. It runs once a second here, once a minute by default: 60 times these limits. */
async function neverTold(world: World): Promise<Finding> {
  const purchases = await inTurn(Array.from({ length: buyers }), 4, async () => order(world, await signUp(world)));
  for (const purchase of purchases) await pay(world, purchase, 'no-callback');
  const times = await inTurn(purchases, 4, (purchase) => paidWithin(world, purchase, 30_000));
  return { what: 'callback never comes', times: buyers, held: Math.max(...times) < 15_000, result: `all found by the job, the last after ${Math.max(...times)} ms` };
}

/** R07: the buyer comes back before the job's turn. */
async function buyerReturns(world: World): Promise<Finding> {
  await world.site.stop();
  await world.site.start({ RECONCILE_EVERY_S: '3600' });
  const times: number[] = [];
  for (let i = 0; i < buyers; i += 1) {
    const purchase = await order(world, await signUp(world));
    await pay(world, purchase, 'no-callback');
    const element = await fetch(`${world.site.env.PAYMOB_BASE_URL}/v1/intention/element/${world.site.env.PAYMOB_PUBLIC_KEY}/${purchase.clientSecret}/`);
    const { redirection_url: back } = (await element.json()) as { redirection_url: string };
    const answer = await fetch(back, { redirect: 'manual' });
    if (!answer.headers.get('location')?.includes(`order=${purchase.orderId}`)) throw new Error(`the return page led to ${answer.headers.get('location')}`);
    times.push(await paidWithin(world, purchase, 10_000));
  }
  return { what: 'callback never comes, the buyer returns', times: buyers, held: Math.max(...times) <= 10_000, result: `paid within ${Math.max(...times)} ms of the return` };
}

/** R08: the callback is there before the answer that names its order. */
async function overtaken(world: World): Promise<Finding> {
  const times: number[] = [];
  const statuses: number[] = [];
  for (let i = 0; i < buyers; i += 1) {
    const learner = await signUp(world);
    const known = (await world.paymob<unknown[]>('GET', 'intentions')).length;
    await world.paymob('POST', 'faults', { op: 'intention.create', answerDelayMs: 1000 });
    const asking = requestPayment(world, learner, products[0]);
    await until('the intention is made', 10_000, async () => (await world.paymob<unknown[]>('GET', 'intentions')).length > known, 10);
    const intention = (await world.paymob<{ client_secret: string }[]>('GET', 'intentions')).at(-1);
    const purchase: Purchase = { learner, productKey: products[0], orderId: '', clientSecret: intention?.client_secret ?? '' };
    await pay(world, purchase, 'paid');
    const answer = await asking;
    statuses.push(answer.status);
    purchase.orderId = answer.headers.get('x-order-id') ?? '';
    times.push(await paidWithin(world, purchase, 20_000));
  }
  const held = statuses.every((status) => status === 200);
  return { what: 'callback overtakes the intention’s answer', times: buyers, held, result: `answers ${[...new Set(statuses)].join(', ')}; paid within ${Math.max(...times)} ms` };
}

export const lostCallbacks: Scenario = {
  id: 'R07',
  steps: [neverTold, overtaken, buyerReturns],
};
