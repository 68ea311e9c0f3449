import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { isPaid, orderProduct, pay, signUp } from '../learners';
import { readCounts } from '../ledger';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';
import { mapConcurrently, waitUntil } from '../wait';

const ratePerSecond = 2000;
const genuine = 10;

interface FloodTotals {
  id: number;
  attempts: { status: number | null; tookMs: number }[];
}

interface Flood {
  sent: number;
  answered: number;
  wrong: number;
  seconds: number;
}

function startFlood(stack: Stack): () => Promise<Flood> {
  const body = JSON.stringify({ type: 'TRANSACTION', obj: { id: 1, success: true, order: { id: 1 } } });
  const workerData = {
    port: stack.options.port,
    path: `/api/payment/callback?hmac=${'0'.repeat(128)}`,
    body,
    rate: ratePerSecond,
  };
  const sender = new Worker(new URL('../flood-sender.mjs', import.meta.url), { workerData });
  return async () => {
    sender.postMessage('stop');
    const [result] = (await once(sender, 'message')) as [Flood];
    await sender.terminate();
    return result;
  };
}

async function floodWithForged(stack: Stack): Promise<Finding> {
  const purchases = await mapConcurrently(Array.from({ length: genuine }), 4, async () =>
    orderProduct(stack, await signUp(stack)),
  );
  const seconds = Math.min(30, stack.options.seconds);
  const endFlood = startFlood(stack);
  for (const purchase of purchases) {
    await sleep((seconds * 1000) / genuine);
    await pay(stack, purchase, 'paid');
  }
  await sleep(1000);
  const { sent, answered, wrong, seconds: took } = await endFlood();
  await mapConcurrently(purchases, 4, (purchase) =>
    waitUntil('genuine callback is through', 20_000, () => isPaid(stack, purchase)),
  );
  const attempts = (await stack.callPaymob<FloodTotals[]>('GET', 'deliveries')).map((delivery) => delivery.attempts[0]);
  const slowest = Math.max(...attempts.map((attempt) => attempt?.tookMs ?? Infinity));
  const { events } = await readCounts(stack);
  const isHeld = wrong === 0 && answered > 0 && slowest <= 1000 && events <= genuine * 3;
  const rate = Math.round(answered / took);
  return {
    what: 'forged callbacks',
    times: sent,
    isHeld,
    result: `${rate} a second for ${seconds} s, ${wrong} not answered 401 or 429, genuine ones within ${slowest} ms, ${events} rows written`,
  };
}

/** R25: a genuine callback must get through two thousand forged ones a second. */
export const forgedFlood: Scenario = { id: 'R25', steps: [floodWithForged] };
