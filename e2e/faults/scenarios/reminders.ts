import { fetchOrderStatus, orderProduct, pay, type Purchase, signUp } from '../learners';
import { changeBooks, readReminders } from '../ledger';
import type { Finding, Scenario } from '../scenario';
import type { KillPoint } from '../site';
import type { Stack } from '../stack';
import { mapConcurrently, waitUntil } from '../wait';

const buyers = 6;
const waitMs = 180_000;

interface MailHead {
  subject: string;
}

async function listMails(stack: Stack, { learner }: Purchase): Promise<MailHead[]> {
  return (await (
    await fetch(`${stack.mail.url}/api/messages?to=${encodeURIComponent(learner.email)}`)
  ).json()) as MailHead[];
}

const isReminder = ({ subject }: MailHead): boolean => /لم يكتمل|not finished/.test(subject);
const countReminders = async (stack: Stack, purchase: Purchase): Promise<number> =>
  (await listMails(stack, purchase)).filter(isReminder).length;

async function startOrders(stack: Stack): Promise<{ unpaid: Purchase[]; paid: Purchase }> {
  const learners = await mapConcurrently(Array.from({ length: buyers }), 3, () => signUp(stack));
  const purchases = await mapConcurrently(learners, 3, (learner) => orderProduct(stack, learner));
  const [paid, ...unpaid] = purchases;
  if (!paid) throw new Error('no purchase succeeded');
  await pay(stack, paid, 'paid');
  await waitUntil('one is paid', waitMs, async () => (await fetchOrderStatus(stack, paid)) === 'paid');
  // Wait until other mails are sent, so that the next one claimed is a reminder.
  await waitUntil(
    'sign-ups and the receipt are mailed',
    waitMs,
    async () =>
      (await listMails(stack, paid)).length >= 2 &&
      (await Promise.all(unpaid.map((one) => listMails(stack, one)))).every((mails) => mails.length > 0),
  );
  if (stack.site.isRunning) await stack.site.stop();
  return { unpaid, paid };
}

const ageOrdersByAnHour = (stack: Stack, purchases: readonly Purchase[]): Promise<void> =>
  changeBooks(
    stack,
    `
  UPDATE "Order" SET "createdAt" = "createdAt" - interval '61 minutes' WHERE id IN (${purchases.map(({ orderId }) => `'${orderId}'`).join(', ')})`,
  );

/** N13: the service dies while sending reminders. Each order gets at most one, a paid order none. */
async function killAt(stack: Stack, point: KillPoint): Promise<Finding> {
  const { unpaid, paid } = await startOrders(stack);
  stack.site.arm(point);
  await ageOrdersByAnHour(stack, [...unpaid, paid]);
  if (!stack.site.isRunning) await stack.site.start();
  await stack.site.waitUntilDead(waitMs);
  await stack.site.start();
  const ids = unpaid.map(({ orderId }) => orderId);
  await waitUntil(
    'every reminder is decided and has an outcome',
    waitMs,
    async () => {
      const { decided, waiting } = await readReminders(stack, ids);
      return decided === ids.length && waiting === 0;
    },
    8000,
  );
  const counts = await Promise.all(unpaid.map((purchase) => countReminders(stack, purchase)));
  const toPaid = await countReminders(stack, paid);
  const arrived = counts.filter((count) => count === 1).length;
  const isHeld = counts.every((count) => count <= 1) && arrived >= unpaid.length - 1 && toPaid === 0;
  return {
    what: `kill -9 ${point}, reminders of ${unpaid.length} orders and one that is paid`,
    times: 1,
    isHeld,
    result: `${arrived} of ${unpaid.length} reminded once, ${counts.filter((count) => count > 1).length} twice, ${toPaid} of what is paid`,
  };
}

export const reminders: Scenario = {
  id: 'N13',
  steps: (
    ['after-reminder', 'before-reminder-commit', 'after-reminder-commit', 'after-claim', 'before-outcome'] as const
  ).map((point) => (stack: Stack) => killAt(stack, point)),
};
