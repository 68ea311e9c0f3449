import { isPaid, orderProduct, pay, products, type Purchase, requestPayment, signUp } from '../learners';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';
import { mapConcurrently, waitUntil } from '../wait';

const buyers = 10;

const waitUntilPaid = (stack: Stack, purchase: Purchase, ms: number): Promise<number> =>
  waitUntil(`order ${purchase.orderId} is paid`, ms, () => isPaid(stack, purchase));

/** R07: without callbacks, a job asks Paymob. Here it runs every second instead of every minute. */
async function loseCallback(stack: Stack): Promise<Finding> {
  const purchases = await mapConcurrently(Array.from({ length: buyers }), 4, async () =>
    orderProduct(stack, await signUp(stack)),
  );
  for (const purchase of purchases) await pay(stack, purchase, 'no-callback');
  const times = await mapConcurrently(purchases, 4, (purchase) => waitUntilPaid(stack, purchase, 30_000));
  return {
    what: 'callback never comes',
    times: buyers,
    isHeld: Math.max(...times) < 15_000,
    result: `all found by the job, the last after ${Math.max(...times)} ms`,
  };
}

/** R07: the buyer returns before the job runs. */
async function loseCallbackBeforeReturn(stack: Stack): Promise<Finding> {
  await stack.site.stop();
  await stack.site.start({ RECONCILE_EVERY_S: '3600' });
  const times: number[] = [];
  for (let i = 0; i < buyers; i += 1) {
    const purchase = await orderProduct(stack, await signUp(stack));
    await pay(stack, purchase, 'no-callback');
    const element = await fetch(
      `${stack.site.env.PAYMOB_BASE_URL}/v1/intention/element/${stack.site.env.PAYMOB_PUBLIC_KEY}/${purchase.clientSecret}/`,
    );
    const { redirection_url: back } = (await element.json()) as { redirection_url: string };
    const answer = await fetch(back, { redirect: 'manual' });
    if (!answer.headers.get('location')?.includes(`order=${purchase.orderId}`))
      throw new Error(`the return page led to ${answer.headers.get('location')}`);
    times.push(await waitUntilPaid(stack, purchase, 10_000));
  }
  return {
    what: 'callback never comes, the buyer returns',
    times: buyers,
    isHeld: Math.max(...times) <= 10_000,
    result: `paid within ${Math.max(...times)} ms of the return`,
  };
}

/** R08: the callback overtakes the response that names its order. */
async function returnBeforeCallback(stack: Stack): Promise<Finding> {
  const times: number[] = [];
  const statuses: number[] = [];
  for (let i = 0; i < buyers; i += 1) {
    const learner = await signUp(stack);
    const known = (await stack.callPaymob<unknown[]>('GET', 'intentions')).length;
    await stack.callPaymob('POST', 'faults', { op: 'intention.create', answerDelayMs: 1000 });
    const asking = requestPayment(stack, learner, products[0]);
    await waitUntil(
      'the intention is made',
      10_000,
      async () => (await stack.callPaymob<unknown[]>('GET', 'intentions')).length > known,
      10,
    );
    const intention = (await stack.callPaymob<{ client_secret: string }[]>('GET', 'intentions')).at(-1);
    const purchase: Purchase = {
      learner,
      productKey: products[0],
      orderId: '',
      clientSecret: intention?.client_secret ?? '',
    };
    await pay(stack, purchase, 'paid');
    const answer = await asking;
    statuses.push(answer.status);
    purchase.orderId = answer.headers.get('x-order-id') ?? '';
    times.push(await waitUntilPaid(stack, purchase, 20_000));
  }
  const isHeld = statuses.every((status) => status === 200);
  return {
    what: 'callback overtakes the intention’s answer',
    times: buyers,
    isHeld,
    result: `answers ${[...new Set(statuses)].join(', ')}; paid within ${Math.max(...times)} ms`,
  };
}

export const lostCallbacks: Scenario = {
  id: 'R07',
  steps: [loseCallback, returnBeforeCallback, loseCallbackBeforeReturn],
};
