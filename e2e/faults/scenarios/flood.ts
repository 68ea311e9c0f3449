import { setTimeout as sleep } from 'node:timers/promises';
import { order, pay, signUp, isPaid } from '../learner';
import { readCounts } from '../ledger';
import type { Finding, Scenario } from '../scenario';
import { inTurn, until } from '../wait';
import type { World } from '../world';

const SENDERS = 24;
const GENUINE = 10;

type Sent = { id: number; attempts: { status: number | null; tookMs: number }[] };

async function flood(world: World, until: () => boolean): Promise<{ sent: number; wrong: number }> {
  const counts = { sent: 0, wrong: 0 };
  const body = JSON.stringify({ type: 'TRANSACTION', obj: { id: 1, success: true } });
  const sender = async (): Promise<void> => {
    while (!until()) {
      const answer = await fetch(`${world.site.url}/api/payment/callback?hmac=${'0'.repeat(128)}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }).catch(() => null);
      await answer?.arrayBuffer();
      counts.sent += 1;
      if (answer?.status !== 401) counts.wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return counts;
}

async function forged(world: World): Promise<Finding> {
  const purchases = await inTurn(Array.from({ length: GENUINE }), 4, async () => order(world, await signUp(world)));
  const seconds = Math.min(30, world.options.seconds);
  let over = false;
  const flooding = flood(world, () => over);
  for (const purchase of purchases) {
    await sleep((seconds * 1000) / GENUINE);
    await pay(world, purchase, 'paid');
  }
  await sleep(1000);
  over = true;
  const { sent, wrong } = await flooding;
  await inTurn(purchases, 4, (purchase) => until('genuine callback is through', 20_000, () => isPaid(world, purchase)));
  const attempts = (await world.paymob<Sent[]>('GET', 'deliveries')).map((delivery) => delivery.attempts[0]);
  const slowest = Math.max(...attempts.map((attempt) => attempt?.tookMs ?? Infinity));
  const { events } = await readCounts(world);
  const held = wrong === 0 && slowest <= 1000 && events <= GENUINE * 3;
  const rate = Math.round(sent / seconds);
  return { what: 'forged callbacks', times: sent, held, result: `${rate} a second for ${seconds} s, ${wrong} not answered 401, genuine ones within ${slowest} ms, ${events} rows written` };
}

/** R25: forged callbacks as fast as this machine sends them; a genuine one must get through. */
export const forgedFlood: Scenario = { id: 'R25', steps: [forged] };
