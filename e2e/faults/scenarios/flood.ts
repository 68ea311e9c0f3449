import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { order, pay, signUp, isPaid } from '../learner';
import { readCounts } from '../ledger';
import type { Finding, Scenario } from '../scenario';
import { inTurn, until } from '../wait';
import type { World } from '../world';

/** a second, as the catalogue has it */
const RATE = 2000;
const GENUINE = 10;

interface Sent { id: number; attempts: { status: number | null; tookMs: number }[] }

interface Flood { sent: number; answered: number; wrong: number; seconds: number }

/** Starts the flood; the function it gives ends it and tells how it went. */
function flood(world: World): () => Promise<Flood> {
  const body = JSON.stringify({ type: 'TRANSACTION', obj: { id: 1, success: true, order: { id: 1 } } });
  const workerData = { port: world.options.port, path: `/api/payment/callback?hmac=${'0'.repeat(128)}`, body, rate: RATE };
  const sender = new Worker(new URL('../flood-sender.mjs', import.meta.url), { workerData });
  return async () => {
    sender.postMessage('stop');
    const [told] = (await once(sender, 'message')) as [Flood];
    await sender.terminate();
    return told;
  };
}

async function forged(world: World): Promise<Finding> {
  const purchases = await inTurn(Array.from({ length: GENUINE }), 4, async () => order(world, await signUp(world)));
  const seconds = Math.min(30, world.options.seconds);
  const endFlood = flood(world);
  for (const purchase of purchases) {
    await sleep((seconds * 1000) / GENUINE);
    await pay(world, purchase, 'paid');
  }
  await sleep(1000);
  const { sent, answered, wrong, seconds: took } = await endFlood();
  await inTurn(purchases, 4, (purchase) => until('genuine callback is through', 20_000, () => isPaid(world, purchase)));
  const attempts = (await world.paymob<Sent[]>('GET', 'deliveries')).map((delivery) => delivery.attempts[0]);
  const slowest = Math.max(...attempts.map((attempt) => attempt?.tookMs ?? Infinity));
  const { events } = await readCounts(world);
  const held = wrong === 0 && answered > 0 && slowest <= 1000 && events <= GENUINE * 3;
  const rate = Math.round(answered / took);
  return { what: 'forged callbacks', times: sent, held, result: `${rate} a second for ${seconds} s, ${wrong} not answered 401 or 429, genuine ones within ${slowest} ms, ${events} rows written` };
}

/** R25: two thousand forged callbacks a second; a genuine one must get through. */
export const forgedFlood: Scenario = { id: 'R25', steps: [forged] };
