import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../mocks/paymob/state/world';
import { isPaid, type Learner, orderProduct, pay, products, type Purchase, signUp } from '../learners';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';
import { mapConcurrently, waitUntil } from '../wait';

const buyers = 12;
/** R02 requires this rate. Small machines reach less, so the result states the actual rate. */
const purchasesASecond = 20;
const restartMs = 3000;

function createPacer(rate: number): () => Promise<void> {
  let next = 0;
  return async () => {
    next = Math.max(next + 1000 / rate, Date.now());
    await sleep(Math.max(0, next - Date.now()));
  };
}

const computeMedian = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;

async function retryUntilOver<T>(work: () => Promise<T>, over: () => boolean): Promise<T | null> {
  while (!over()) {
    try {
      return await work();
    } catch {
      await sleep(100);
    }
  }
  return null;
}

async function actAsBuyer(
  stack: Stack,
  over: () => boolean,
  bought: Purchase[],
  turnToBuy: () => Promise<void>,
): Promise<void> {
  let learner: Learner | null = null;
  for (let turn = 0; !over(); turn += 1) {
    if (turn % products.length === 0) learner = await retryUntilOver(() => signUp(stack), over);
    const who = learner;
    const product = products[turn % products.length];
    await turnToBuy();
    const purchase = who && (await retryUntilOver(() => orderProduct(stack, who, product), over));
    if (!purchase) return;
    await pay(stack, purchase, 'paid');
    bought.push(purchase);
  }
}

async function killAtRandom(stack: Stack): Promise<Finding> {
  const random = createRandom(stack.options.seed);
  const end = Date.now() + stack.options.seconds * 1000;
  const isOver = (): boolean => Date.now() > end;
  const bought: Purchase[] = [];
  const turnToBuy = createPacer(purchasesASecond);
  const buying = Promise.all(Array.from({ length: buyers }, () => actAsBuyer(stack, isOver, bought, turnToBuy)));
  const starts: number[] = [];
  while (!isOver()) {
    await sleep(2000 + random() * 6000);
    await stack.site.kill();
    starts.push(await stack.site.start());
  }
  await buying;
  await mapConcurrently(bought, 4, (purchase) =>
    waitUntil('bought under kills and paid', 60_000, () => isPaid(stack, purchase)),
  );
  const { seconds } = stack.options;
  const rate = (bought.length / seconds).toFixed(1);
  const restart = computeMedian(starts);
  const result = `${bought.length} purchases in ${seconds} s (${rate} a second), all paid and open; half of the restarts within ${restart} ms, the slowest ${Math.max(...starts)} ms`;
  return {
    what: 'kill -9 every 2 to 8 s while people buy',
    times: starts.length,
    isHeld: bought.length > 0 && restart <= restartMs,
    result,
  };
}

/** R02: the service is killed every two to eight seconds during purchases. */
export const randomKills: Scenario = { id: 'R02', steps: [killAtRandom] };
