import { isPaid, order, pay, signUp, statusOf } from '../learner';
import { readCounts } from '../ledger';
import type { Finding, Scenario } from '../scenario';
import { until } from '../wait';
import type { World } from '../world';

interface Sent { id: number; state: string; attempts: { status: number | null }[] }

const COPIES = 100;
const LATER = 10;

const sent = (world: World): Promise<Sent[]> => world.paymob<Sent[]>('GET', 'deliveries');

const allAnswered = (world: World) => async (): Promise<boolean> => (await sent(world)).every(({ state }) => state === 'delivered' || state === 'gave-up');

async function sameAgain(world: World): Promise<Finding> {
  const purchase = await order(world, await signUp(world));
  await world.paymob('POST', 'faults', { op: 'callback', copies: COPIES });
  await pay(world, purchase, 'paid');
  await until('all copies are answered', 60_000, allAnswered(world));
  const [first] = await sent(world);
  for (let i = 0; i < LATER; i += 1) {
    await world.paymob('POST', `deliveries/${first?.id}/replay`);
    await until('the copy is answered', 10_000, allAnswered(world), 20);
  }
  const attempts = (await sent(world)).flatMap((delivery) => delivery.attempts);
  const refused = attempts.filter(({ status }) => status !== 200).length;
  const paid = await isPaid(world, purchase);
  const { applied } = await readCounts(world);
  const result = `${applied} applied, ${refused} not answered 200 at once, order ${paid ? 'paid' : 'not paid'}`;
  return { what: 'the same callback 100 times at once, 10 times later', times: COPIES + LATER, held: paid && applied === 1 && refused === 0, result };
}

/** R05: one callback a hundred times at once, ten more later. */
export const duplicates: Scenario = { id: 'R05', steps: [sameAgain] };

const permutations = <T>(all: T[]): T[][] =>
  all.length < 2 ? [all] : all.flatMap((one, i) => permutations([...all.slice(0, i), ...all.slice(i + 1)]).map((rest) => [one, ...rest]));

const WORDS = ['pending', 'declined', 'success', 'refund'] as const;
type Word = (typeof WORDS)[number];

/** Makes the four facts happen at the mock, with all callbacks held back, and names the deliveries. */
async function story(world: World, clientSecret: string, told: readonly Word[]): Promise<Record<Word, number[]>> {
  const known = (await sent(world)).length;
  const newest = async (): Promise<number[]> => (await sent(world)).slice(known).map(({ id }) => id);
  await world.paymob('POST', 'pause');
  const first = await world.paymob<{ id: number }>('POST', `intentions/${clientSecret}/complete`, { scenario: 'abandoned' });
  await world.paymob('POST', `transactions/${first.id}/announce`);
  const pending = await newest();
  await world.paymob('POST', `transactions/${first.id}/settle`, { scenario: 'declined' });
  const declined = (await newest()).slice(pending.length);
  const second = await world.paymob<{ id: number }>('POST', `intentions/${clientSecret}/complete`, { scenario: 'paid' });
  const success = (await newest()).slice(pending.length + declined.length);
  if (told.includes('refund')) await world.paymob('POST', `transactions/${second.id}/refund`, {});
  const refund = (await newest()).slice(pending.length + declined.length + success.length);
  return { pending, declined, success, refund };
}

async function inOrder(world: World, words: Word[]): Promise<string> {
  const purchase = await order(world, await signUp(world));
  const facts = await story(world, purchase.clientSecret, words);
  await world.paymob('POST', 'deliveries/reorder', { ids: words.flatMap((word) => facts[word]) });
  await world.paymob('POST', 'resume');
  await until('all is told', 30_000, allAnswered(world), 20);
  const wanted = words.includes('refund') ? 'refunded' : 'paid';
  await until(`${words.join(', ')} ends ${wanted}`, 20_000, async () => (await statusOf(world, purchase)) === wanted).catch(() => undefined);
  return statusOf(world, purchase);
}

async function allOrders(world: World, words: readonly Word[]): Promise<Finding> {
  const orders = permutations([...words]);
  const ends = new Map<string, number>();
  for (const one of orders) {
    const end = await inOrder(world, one);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  const wanted = words.includes('refund') ? 'refunded' : 'paid';
  const result = [...ends].map(([end, count]) => `${count} ${end}`).join(', ');
  return { what: `every order of ${words.join(', ')}`, times: orders.length, held: ends.get(wanted) === orders.length, result };
}

/** R06: whatever order the messages come in, the end is the same. */
export const ordersOfEvents: Scenario = {
  id: 'R06',
  steps: [(world) => allOrders(world, ['pending', 'declined', 'success']), (world) => allOrders(world, WORDS)],
};
