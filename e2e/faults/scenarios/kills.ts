import { fetchOrderStatus, isPaid, orderProduct, pay, type Purchase, signUp } from '../learners';
import type { Finding, Scenario } from '../scenario';
import { type KillPoint, killPoints } from '../site';
import type { Stack } from '../stack';
import { mapConcurrently, waitUntil } from '../wait';

/** Time to recover after a kill. The mock waits up to ten seconds between attempts. */
const recoveryMs = 120_000;

const prepare = (stack: Stack, count: number): Promise<Purchase[]> =>
  mapConcurrently(Array.from({ length: count }), 4, async () => orderProduct(stack, await signUp(stack)));

async function killAt(stack: Stack, point: KillPoint, purchase: Purchase): Promise<number> {
  stack.site.arm(point);
  await pay(stack, purchase, 'paid');
  await stack.site.waitUntilDead();
  await stack.site.start();
  return waitUntil(`order ${purchase.orderId} is paid`, recoveryMs, () => isPaid(stack, purchase));
}

const formatVerdict = (times: number[], kills: number, starts: number): string =>
  `${kills} killed, found again within ${Math.max(...times)} ms of the start (${starts} starts)`;

/** R01: the service dies repeatedly at one step of the callback. The next process must reach the same result. */
async function killAtPoint(stack: Stack, point: KillPoint): Promise<Finding> {
  const { kills } = stack.options;
  const before = stack.site.starts;
  const purchases = await prepare(stack, kills);
  const times: number[] = [];
  for (const purchase of purchases) times.push(await killAt(stack, point, purchase));
  const isHeld = (await mapConcurrently(purchases, 4, (purchase) => isPaid(stack, purchase))).every(Boolean);
  return {
    what: `kill -9 ${point}`,
    times: kills,
    isHeld,
    result: formatVerdict(times, kills, stack.site.starts - before),
  };
}

/** R01: the service dies after its response and before it mails the receipt. */
async function killBeforeMail(stack: Stack): Promise<Finding> {
  const { kills } = stack.options;
  const purchases = await prepare(stack, kills);
  const late: number[] = [];
  for (const purchase of purchases) {
    await pay(stack, purchase, 'paid');
    await waitUntil('the order is paid', 10_000, async () => (await fetchOrderStatus(stack, purchase)) === 'paid', 5);
    await stack.site.kill();
    await stack.site.start();
    late.push(await waitForReceipt(stack, purchase.learner.email));
  }
  const counts = await Promise.all(purchases.map(({ learner }) => countReceipts(stack, learner.email)));
  const result = `${kills} killed, receipts ${Math.min(...counts)} to ${Math.max(...counts)} each, within ${Math.max(...late)} ms`;
  return {
    what: 'kill -9 before-mail',
    times: kills,
    isHeld: counts.every((count) => count >= 1 && count <= 2),
    result,
  };
}

interface MailHead {
  id: number;
  subject: string;
}
interface Mail {
  text: string;
}

async function countReceipts(stack: Stack, email: string): Promise<number> {
  const list = (await (await fetch(`${stack.mail.url}/api/messages?to=${email}`)).json()) as MailHead[];
  const mails = await Promise.all(
    list.map(async ({ id }) => (await (await fetch(`${stack.mail.url}/api/messages/${id}`)).json()) as Mail),
  );
  return mails.filter(({ text }) => !/confirm-email/.test(text)).length;
}

const waitForReceipt = (stack: Stack, email: string): Promise<number> =>
  waitUntil('the receipt is there', 60_000, async () => (await countReceipts(stack, email)) > 0);

/** R01: the service dies before the mail server replies. A mail may arrive twice, but none is lost. */
async function killWhileMailing(stack: Stack): Promise<Finding> {
  const kills = Math.ceil(stack.options.kills / 4);
  const counts: number[] = [];
  for (const purchase of await prepare(stack, kills)) {
    await waitUntil(
      'sign-up mail is out',
      30_000,
      async () =>
        ((await (await fetch(`${stack.mail.url}/api/messages?to=${purchase.learner.email}`)).json()) as MailHead[])
          .length > 0,
    );
    await setMailFault(stack, { kind: 'late', times: 1 });
    await pay(stack, purchase, 'paid');
    await waitForReceipt(stack, purchase.learner.email);
    await stack.site.kill();
    await setMailFault(stack, null);
    await stack.site.start();
    await waitUntil('the outbox is empty', 60_000, () => isOutboxEmpty(stack), 250);
    counts.push(await countReceipts(stack, purchase.learner.email));
  }
  const result = `${kills} killed, receipts ${Math.min(...counts)} to ${Math.max(...counts)} each`;
  return {
    what: 'kill -9 inside SMTP DATA',
    times: kills,
    isHeld: counts.every((count) => count >= 1 && count <= 2),
    result,
  };
}

async function isOutboxEmpty(stack: Stack): Promise<boolean> {
  const answer = await fetch(`${stack.site.url}/metrics`, {
    headers: { authorization: `Bearer ${stack.site.env.METRICS_TOKEN}` },
  });
  return /^site_outbox_waiting 0$/m.test(await answer.text());
}

async function setMailFault(stack: Stack, fault: { kind: string; times: number } | null): Promise<void> {
  const headers = { 'x-mock-token': stack.mail.controlToken };
  await fetch(
    `${stack.mail.url}/_mock/faults`,
    fault ? { method: 'POST', headers, body: JSON.stringify(fault) } : { method: 'DELETE', headers },
  );
}

export const kills: Scenario = {
  id: 'R01',
  steps: [...killPoints.map((point) => (stack: Stack) => killAtPoint(stack, point)), killBeforeMail, killWhileMailing],
};
