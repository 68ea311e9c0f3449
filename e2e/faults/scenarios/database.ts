import { setTimeout as sleep } from 'node:timers/promises';
import { isPaid, orderProduct, pay, products, requestPayment, signUp } from '../learners';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';
import { mapConcurrently, waitUntil } from '../wait';

const goneMs = 10_000;
const buyers = 50;

interface SentCallback {
  attempts: { status: number | null }[];
}

const outages = {
  cut: 'database gone ten seconds',
  silence: 'database silent ten seconds, its connections open',
} as const;

/** R03: the database is gone for ten seconds during fifty checkouts and fifty callbacks. */
async function causeOutage(stack: Stack, kind: keyof typeof outages): Promise<Finding[]> {
  const what = outages[kind];
  const before = (await stack.callPaymob<SentCallback[]>('GET', 'deliveries')).length;
  const callers = await mapConcurrently(Array.from({ length: buyers }), 4, () => signUp(stack));
  const purchases = await mapConcurrently(callers, 4, (learner) => orderProduct(stack, learner));
  await stack.site.fetchStatus('/ar/home');
  stack.proxy?.[kind]();
  const end = Date.now() + goneMs;
  const payments = mapConcurrently(purchases, 10, (purchase) => pay(stack, purchase, 'paid'));
  const checkouts = await mapConcurrently(callers, 10, (learner) => requestPayment(stack, learner, products[1]));
  const pages = await mapConcurrently(Array.from({ length: 20 }), 4, () => stack.site.fetchStatus('/ar/home'));
  await payments;
  await sleep(Math.max(0, end - Date.now()));
  const statuses = (await stack.callPaymob<SentCallback[]>('GET', 'deliveries'))
    .slice(before)
    .flatMap(({ attempts }) => attempts.map(({ status }) => status));
  stack.proxy?.mend();
  const healthy = await waitUntil(
    'the service is ready again',
    30_000,
    async () => (await stack.site.fetchStatus('/readyz')) === 200,
  );
  const times = await mapConcurrently(purchases, 4, (purchase) =>
    waitUntil('paid after the outage', 60_000, () => isPaid(stack, purchase)),
  );
  const right = checkouts.filter(({ status, headers }) => status === 503 && headers.has('retry-after'));
  const took = checkouts.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const [median = 0, slowest = 0] = [took[Math.floor(took.length / 2)], took.at(-1)];
  return [
    {
      what: `${what}: checkouts`,
      times: buyers,
      isHeld: right.length === buyers && slowest <= 2000,
      result: `${right.length} answered 503 with Retry-After, half of them within ${median} ms, the slowest after ${slowest} ms`,
    },
    {
      what: `${what}: callbacks`,
      times: statuses.length,
      isHeld: !statuses.includes(200),
      result: `${statuses.filter((status) => status === 200).length} false 200; all ${buyers} paid, the last ${Math.max(...times)} ms later`,
    },
    {
      what: `${what}: public pages`,
      times: pages.length,
      isHeld: pages.every((status) => status === 200),
      result: `${pages.filter((status) => status === 200).length} answered 200`,
    },
    { what: `${what}: healthy again`, times: 1, isHeld: healthy <= 5000, result: `${healthy} ms after the database` },
  ];
}

/** R04: the database answers five seconds late. */
async function slowDatabase(stack: Stack): Promise<Finding[]> {
  await stack.site.fetchStatus('/ar/home');
  stack.proxy?.slow(5000);
  const ready = await stack.site.fetchStatus('/readyz', 15_000);
  const alive = await mapConcurrently(Array.from({ length: 10 }), 2, () => stack.site.fetchStatus('/healthz', 1000));
  const times = await mapConcurrently(Array.from({ length: 40 }), 4, async () => {
    const started = performance.now();
    return (await stack.site.fetchStatus('/ar/home')) === 200 ? performance.now() - started : Infinity;
  });
  stack.proxy?.mend();
  const healthy = await waitUntil(
    'the service is ready again',
    30_000,
    async () => (await stack.site.fetchStatus('/readyz')) === 200,
  );
  const p95 = Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity);
  const isHeld = ready === 503 && alive.every((status) => status === 200) && p95 < 500 && healthy <= 10_000;
  return [
    {
      what: 'database answers five seconds late',
      times: times.length,
      isHeld,
      result: `/readyz ${ready}, /healthz ${[...new Set(alive)].join(', ')}, pages p95 ${p95} ms, ready ${healthy} ms after`,
    },
  ];
}

export const databaseGone: Scenario = {
  id: 'R03',
  databases: ['postgresql'],
  steps: [(stack) => causeOutage(stack, 'cut'), (stack) => causeOutage(stack, 'silence'), slowDatabase],
};
