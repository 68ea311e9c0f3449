import { orderProduct, pay, signUp } from '../learners';
import { changeBooks, readCopies } from '../ledger';
import type { Finding, Scenario } from '../scenario';
import type { KillPoint } from '../site';
import type { Stack } from '../stack';
import { mapConcurrently, waitUntil } from '../wait';

const readers = 300;
const waitMs = 180_000;
const buyers = 5;
/** Time for a receipt to arrive. The outbox job runs every two seconds. */
const receiptMs = 15_000;

/** Schedule newsletters this far ahead: for the embedded database, the test restarts the service after writing. */
const startSeconds = 10;

let letters = 0;

interface ReceivedMail {
  id: string;
  address: string;
}

async function begin(stack: Stack): Promise<ReceivedMail> {
  const id = `letter-${(letters += 1)}`;
  const address = `reader-${letters}-`;
  await fetch(`${stack.mail.url}/api/messages`, {
    method: 'DELETE',
    headers: { 'x-mock-token': stack.mail.controlToken },
  });
  await changeBooks(
    stack,
    `
    WITH gone AS (DELETE FROM "Subscriber"), new AS (
      INSERT INTO "Subscriber" (id, email, lang, "consentVersion", "consentAt") SELECT '${id}-' || n, '${address}' || n || '@midan.example', 'ar', 1, now() FROM generate_series(1, ${readers}) n
    )
    INSERT INTO "Newsletter" (id, status, lang, subject, preview, html, "sendAt", "updatedAt") VALUES ('${id}', 'scheduled', 'ar', 'دورة جديدة', '', '<p>أهلًا</p>', now() AT TIME ZONE 'UTC' + interval '${startSeconds} seconds', now())`,
  );
  return { id, address };
}

interface MailHead {
  to: string[];
  receivedAt: string;
}

async function listReceived(stack: Stack, { address }: ReceivedMail): Promise<string[]> {
  const mails = (await (await fetch(`${stack.mail.url}/api/messages`)).json()) as MailHead[];
  return mails.flatMap(({ to }) => to).filter((to) => to.startsWith(address));
}

const setMailFault = (stack: Stack, fault: object | null) => {
  const headers = { 'x-mock-token': stack.mail.controlToken };
  return fetch(
    `${stack.mail.url}/_mock/faults`,
    fault ? { method: 'POST', headers, body: JSON.stringify(fault) } : { method: 'DELETE', headers },
  );
};

async function checkCopies(stack: Stack, letter: ReceivedMail, what: string, kills: number): Promise<Finding> {
  await waitUntil(
    'the copies are out',
    waitMs,
    async () => (await listReceived(stack, letter)).length >= readers - kills,
    200,
  );
  let copies = await readCopies(stack, letter.id);
  await waitUntil(
    'every copy has an outcome',
    waitMs,
    async () => {
      copies = await readCopies(stack, letter.id);
      return copies.waiting === 0;
    },
    3000,
  );
  const arrived = await listReceived(stack, letter);
  const twice = arrived.length - new Set(arrived).size;
  const isHeld =
    twice === 0 && copies.sent + copies.inDoubt === readers && copies.inDoubt <= kills && arrived.length >= copies.sent;
  return {
    what,
    times: kills,
    isHeld,
    result: `${arrived.length} of ${readers} arrived, ${twice} twice, ${copies.inDoubt} in doubt`,
  };
}

const waitForCopies = (stack: Stack, letter: ReceivedMail, count: number) =>
  waitUntil(`${count} are out`, waitMs, async () => (await listReceived(stack, letter)).length >= count, 5);

/** The service dies between two statements, after `out` copies were sent. */
async function killAt(stack: Stack, point: KillPoint, out: number): Promise<Finding> {
  const letter = await begin(stack);
  await waitForCopies(stack, letter, out);
  stack.site.arm(point);
  await stack.site.waitUntilDead(60_000);
  await stack.site.start();
  return checkCopies(stack, letter, `kill -9 ${point}, a newsletter to ${readers}`, 1);
}

/** The service dies before the mail server answers, which has stored the mail (`late`) or has not (`hang`). */
async function killWhileMailing(stack: Stack, kind: 'late' | 'hang'): Promise<Finding> {
  const letter = await begin(stack);
  await waitForCopies(stack, letter, 20);
  await setMailFault(stack, { kind, times: 1 });
  let before = -1;
  await waitUntil(
    'the mail server has one more, and is silent',
    waitMs,
    async () => {
      const count = (await listReceived(stack, letter)).length;
      const isSilent = count === before;
      before = count;
      return isSilent;
    },
    3000,
  );
  await stack.site.kill();
  await setMailFault(stack, null);
  await stack.site.start();
  return checkCopies(stack, letter, `kill -9 inside SMTP DATA (${kind}), a newsletter to ${readers}`, 1);
}

async function killRepeatedly(stack: Stack): Promise<Finding> {
  const kills = Math.max(2, Math.ceil(stack.options.kills / 4));
  const letter = await begin(stack);
  for (let turn = 1; turn <= kills; turn += 1) {
    await waitForCopies(stack, letter, Math.floor((turn * readers) / (kills + 1)));
    await stack.site.kill();
    await stack.site.start();
  }
  return checkCopies(stack, letter, `killed again and again, a newsletter to ${readers}`, kills);
}

async function sendReceiptsDuringNewsletter(stack: Stack): Promise<Finding> {
  const purchases = await mapConcurrently(Array.from({ length: buyers }), 2, async () =>
    orderProduct(stack, await signUp(stack)),
  );
  const letter = await begin(stack);
  await waitForCopies(stack, letter, 10);
  const times = await mapConcurrently(purchases, buyers, async (purchase) => {
    await pay(stack, purchase, 'paid');
    return waitUntil('the receipt is there', waitMs, async () => {
      const mails = (await (
        await fetch(`${stack.mail.url}/api/messages?to=${encodeURIComponent(purchase.learner.email)}`)
      ).json()) as Array<{ subject: string }>;
      return mails.some(({ subject }) => subject.includes('إيصال') || subject.includes('Receipt'));
    });
  });
  const waiting = readers - (await listReceived(stack, letter)).length;
  const slowest = Math.max(...times);
  const whole = await checkCopies(stack, letter, '', 0);
  return {
    what: `receipts while a newsletter to ${readers} goes out`,
    times: buyers,
    isHeld: whole.isHeld && slowest <= receiptMs && waiting > 0,
    result: `there within ${slowest} ms of the payment, ${waiting} copies still waiting; ${whole.result}`,
  };
}

export const newsletter: Scenario = {
  id: 'N9',
  steps: [
    sendReceiptsDuringNewsletter,
    ...(['after-copies', 'before-copies-commit', 'after-copies-commit'] as const).map(
      (point) => (stack: Stack) => killAt(stack, point, 0),
    ),
    ...(['after-claim', 'before-outcome'] as const).map((point) => (stack: Stack) => killAt(stack, point, 20)),
    (stack) => killWhileMailing(stack, 'late'),
    (stack) => killWhileMailing(stack, 'hang'),
    killRepeatedly,
  ],
};
