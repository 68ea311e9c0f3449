import { fetchOrderStatus, isPaid, orderProduct, pay, signUp } from '../learners';
import { readCounts } from '../ledger';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';
import { waitUntil } from '../wait';

interface SentCallback {
  id: number;
  state: string;
  attempts: { status: number | null }[];
}

const copies = 100;
const later = 10;

const listSentCallbacks = (stack: Stack): Promise<SentCallback[]> =>
  stack.callPaymob<SentCallback[]>('GET', 'deliveries');

const createAnsweredCheck = (stack: Stack) => async (): Promise<boolean> =>
  (await listSentCallbacks(stack)).every(({ state }) => state === 'delivered' || state === 'gave-up');

async function repeatCallback(stack: Stack): Promise<Finding> {
  const purchase = await orderProduct(stack, await signUp(stack));
  await stack.callPaymob('POST', 'faults', { op: 'callback', copies });
  await pay(stack, purchase, 'paid');
  await waitUntil('all copies are answered', 60_000, createAnsweredCheck(stack));
  const [first] = await listSentCallbacks(stack);
  for (let i = 0; i < later; i += 1) {
    await stack.callPaymob('POST', `deliveries/${first?.id}/replay`);
    await waitUntil('the copy is answered', 10_000, createAnsweredCheck(stack), 20);
  }
  const attempts = (await listSentCallbacks(stack)).flatMap((delivery) => delivery.attempts);
  const refused = attempts.filter(({ status }) => status !== 200).length;
  const paid = await isPaid(stack, purchase);
  const { applied } = await readCounts(stack);
  const result = `${applied} applied, ${refused} not answered 200 at once, order ${paid ? 'paid' : 'not paid'}`;
  return {
    what: 'the same callback 100 times at once, 10 times later',
    times: copies + later,
    isHeld: paid && applied === 1 && refused === 0,
    result,
  };
}

/** R05: the same callback arrives a hundred times at once, and ten more times later. */
export const duplicates: Scenario = { id: 'R05', steps: [repeatCallback] };

const listPermutations = <T>(all: T[]): T[][] =>
  all.length < 2
    ? [all]
    : all.flatMap((one, i) =>
        listPermutations([...all.slice(0, i), ...all.slice(i + 1)]).map((rest) => [one, ...rest]),
      );

const eventNames = ['pending', 'declined', 'success', 'refund'] as const;
type EventName = (typeof eventNames)[number];

async function playEvents(
  stack: Stack,
  clientSecret: string,
  sentEvents: readonly EventName[],
): Promise<Record<EventName, number[]>> {
  const known = (await listSentCallbacks(stack)).length;
  const listNewest = async (): Promise<number[]> => (await listSentCallbacks(stack)).slice(known).map(({ id }) => id);
  await stack.callPaymob('POST', 'pause');
  const first = await stack.callPaymob<{ id: number }>('POST', `intentions/${clientSecret}/complete`, {
    scenario: 'abandoned',
  });
  await stack.callPaymob('POST', `transactions/${first.id}/announce`);
  const pending = await listNewest();
  await stack.callPaymob('POST', `transactions/${first.id}/settle`, { scenario: 'declined' });
  const declined = (await listNewest()).slice(pending.length);
  const second = await stack.callPaymob<{ id: number }>('POST', `intentions/${clientSecret}/complete`, {
    scenario: 'paid',
  });
  const success = (await listNewest()).slice(pending.length + declined.length);
  if (sentEvents.includes('refund')) await stack.callPaymob('POST', `transactions/${second.id}/refund`, {});
  const refund = (await listNewest()).slice(pending.length + declined.length + success.length);
  return { pending, declined, success, refund };
}

async function deliverInOrder(stack: Stack, names: EventName[]): Promise<string> {
  const purchase = await orderProduct(stack, await signUp(stack));
  const facts = await playEvents(stack, purchase.clientSecret, names);
  await stack.callPaymob('POST', 'deliveries/reorder', { ids: names.flatMap((name) => facts[name]) });
  await stack.callPaymob('POST', 'resume');
  await waitUntil('all are sent', 30_000, createAnsweredCheck(stack), 20);
  const expectedStatus = names.includes('refund') ? 'refunded' : 'paid';
  await waitUntil(
    `${names.join(', ')} ends ${expectedStatus}`,
    20_000,
    async () => (await fetchOrderStatus(stack, purchase)) === expectedStatus,
  ).catch(() => undefined);
  return fetchOrderStatus(stack, purchase);
}

async function playInAllOrders(stack: Stack, names: readonly EventName[]): Promise<Finding> {
  const orders = listPermutations([...names]);
  const ends = new Map<string, number>();
  for (const one of orders) {
    const end = await deliverInOrder(stack, one);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  const expectedStatus = names.includes('refund') ? 'refunded' : 'paid';
  const result = [...ends].map(([end, count]) => `${count} ${end}`).join(', ');
  return {
    what: `every order of ${names.join(', ')}`,
    times: orders.length,
    isHeld: ends.get(expectedStatus) === orders.length,
    result,
  };
}

/** R06: messages in any order lead to the same result. */
export const ordersOfEvents: Scenario = {
  id: 'R06',
  steps: [
    (stack) => playInAllOrders(stack, ['pending', 'declined', 'success']),
    (stack) => playInAllOrders(stack, eventNames),
  ],
};
