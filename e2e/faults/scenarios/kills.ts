import { isPaid, order, pay, signUp, statusOf, type Purchase } from '../learner';
import type { Finding, Scenario } from '../scenario';
import { killPoints, type KillPoint } from '../site';
import { inTurn, until } from '../wait';
import type { World } from '../world';

/** Not a promise, a patience: on a busy machine the mock's next attempt may be ten seconds away. */
const recoveryMs = 120_000;

const prepare = (world: World, count: number): Promise<Purchase[]> =>
  inTurn(Array.from({ length: count }), 4, async () => order(world, await signUp(world)));

async function killAt(world: World, point: KillPoint, purchase: Purchase): Promise<number> {
  world.site.arm(point);
  await pay(world, purchase, 'paid');
  await world.site.dead();
  await world.site.start();
  return until(`order ${purchase.orderId} is paid`, recoveryMs, () => isPaid(world, purchase));
}

const verdict = (times: number[], kills: number, starts: number): string =>
  `${kills} killed, found again within ${Math.max(...times)} ms of the start (${starts} starts)`;

/** R01: dies at one step of the callback's way, again and again; the next process must come to the same end. */
async function atPoint(world: World, point: KillPoint): Promise<Finding> {
  const { kills } = world.options;
  const before = world.site.starts;
  const purchases = await prepare(world, kills);
  const times: number[] = [];
  for (const purchase of purchases) times.push(await killAt(world, point, purchase));
  const held = (await inTurn(purchases, 4, (purchase) => isPaid(world, purchase))).every(Boolean);
  return { what: `kill -9 ${point}`, times: kills, held, result: verdict(times, kills, world.site.starts - before) };
}

/** R01: the answer is out, the receipt is not. */
async function beforeMail(world: World): Promise<Finding> {
  const { kills } = world.options;
  const purchases = await prepare(world, kills);
  const late: number[] = [];
  for (const purchase of purchases) {
    await pay(world, purchase, 'paid');
    await until('the order is paid', 10_000, async () => (await statusOf(world, purchase)) === 'paid', 5);
    await world.site.kill();
    await world.site.start();
    late.push(await receiptArrives(world, purchase.learner.email));
  }
  const counts = await Promise.all(purchases.map(({ learner }) => receipts(world, learner.email)));
  const result = `${kills} killed, receipts ${Math.min(...counts)} to ${Math.max(...counts)} each, within ${Math.max(...late)} ms`;
  return { what: 'kill -9 before-mail', times: kills, held: counts.every((count) => count >= 1 && count <= 2), result };
}

interface Kept { id: number; subject: string }
interface Letter { text: string }

async function receipts(world: World, email: string): Promise<number> {
  const list = (await (await fetch(`${world.mail.url}/api/messages?to=${email}`)).json()) as Kept[];
  const letters = await Promise.all(list.map(async ({ id }) => (await (await fetch(`${world.mail.url}/api/messages/${id}`)).json()) as Letter));
  return letters.filter(({ text }) => !/confirm-email/.test(text)).length;
}

const receiptArrives = (world: World, email: string): Promise<number> => until('the receipt is there', 60_000, async () => (await receipts(world, email)) > 0);

/** R01: the mail server has the letter, but the service dies before it hears so. One letter may come twice, none is lost. */
async function insideMail(world: World): Promise<Finding> {
  const kills = Math.ceil(world.options.kills / 4);
  const counts: number[] = [];
  for (const purchase of await prepare(world, kills)) {
    await until('sign-up mail is out', 30_000, async () => ((await (await fetch(`${world.mail.url}/api/messages?to=${purchase.learner.email}`)).json()) as Kept[]).length > 0);
    await mailFault(world, { kind: 'late', times: 1 });
    await pay(world, purchase, 'paid');
    await receiptArrives(world, purchase.learner.email);
    await world.site.kill();
    await mailFault(world, null);
    await world.site.start();
    await until('nothing waits in the outbox', 60_000, async () => (await receipts(world, purchase.learner.email)) >= 2).catch(() => undefined);
    counts.push(await receipts(world, purchase.learner.email));
  }
  const result = `${kills} killed, receipts ${Math.min(...counts)} to ${Math.max(...counts)} each`;
  return { what: 'kill -9 inside SMTP DATA', times: kills, held: counts.every((count) => count >= 1 && count <= 2), result };
}

async function mailFault(world: World, fault: { kind: string; times: number } | null): Promise<void> {
  const headers = { 'x-mock-token': world.mail.controlToken };
  await fetch(`${world.mail.url}/_mock/faults`, fault ? { method: 'POST', headers, body: JSON.stringify(fault) } : { method: 'DELETE', headers });
}

export const kills: Scenario = {
  id: 'R01',
  steps: [...killPoints.map((point) => (world: World) => atPoint(world, point)), beforeMail, insideMail],
};
