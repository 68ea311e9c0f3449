import { findFaults } from '../documents';
import { isPaid, orderProduct, pay, type Purchase, signUp } from '../learners';
import { readDocuments } from '../ledger';
import type { Finding, Scenario } from '../scenario';
import type { KillPoint } from '../site';
import type { Stack } from '../stack';
import { mapConcurrently, waitUntil } from '../wait';

const buyers = 8;
const waitMs = 120_000;
const partPiastres = 5_000;

async function placeOrders(stack: Stack): Promise<Purchase[]> {
  const learners = await mapConcurrently(Array.from({ length: buyers }), 4, () => signUp(stack));
  return mapConcurrently(learners, 4, (learner) => orderProduct(stack, learner));
}

async function checkDocuments(stack: Stack, what: string, documents: number): Promise<Finding> {
  const issued = await readDocuments(stack);
  const faults = findFaults(issued);
  if (!stack.site.isRunning) await stack.site.start();
  const countKind = (kind: string) => issued.filter((one) => one.kind === kind).length;
  return {
    what,
    times: documents,
    isHeld: faults.length === 0,
    result:
      faults.join('; ') ||
      `${countKind('receipt')} receipts and ${countKind('creditNote')} credit notes by now, no number missing or twice, each names the one before`,
  };
}

/** N12: eight payments arrive at once. The service dies before or after it commits a receipt's number. */
async function killWhileNumbering(stack: Stack, point: KillPoint): Promise<Finding> {
  const purchases = await placeOrders(stack);
  stack.site.arm(point);
  await Promise.all(purchases.map((purchase) => pay(stack, purchase, 'paid')));
  await stack.site.waitUntilDead();
  await stack.site.start();
  for (const purchase of purchases) await waitUntil('every order is paid', waitMs, () => isPaid(stack, purchase));
  return checkDocuments(stack, `${buyers} payments at once, killed ${point}`, buyers);
}

/** N12: Paymob partially refunds eight payments at once. The service dies between credit notes. */
async function killWhileCrediting(stack: Stack, point: KillPoint): Promise<Finding> {
  const purchases = await placeOrders(stack);
  const charges = await Promise.all(purchases.map((purchase) => pay(stack, purchase, 'paid')));
  for (const purchase of purchases) await waitUntil('every order is paid', waitMs, () => isPaid(stack, purchase));
  const before = (await readDocuments(stack)).length;
  if (!stack.site.isRunning) await stack.site.start();
  stack.site.arm(point);
  await Promise.all(
    charges.map((id) => stack.callPaymob('POST', `transactions/${id}/refund`, { amount_cents: partPiastres })),
  );
  await stack.site.waitUntilDead();
  await stack.site.start();
  // Wait for the callbacks first, because reading the embedded database stops the service.
  await waitUntil(
    'every part has its credit note',
    waitMs,
    async () => {
      const count = (await readDocuments(stack)).length;
      if (!stack.site.isRunning) await stack.site.start();
      return count === before + buyers;
    },
    8000,
  );
  return checkDocuments(stack, `${buyers} refunds of a part at once, killed ${point}`, buyers);
}

export const receipts: Scenario = {
  id: 'N12',
  steps: [
    ...(['before-event', 'before-commit', 'after-commit'] as const).map(
      (point) => (stack: Stack) => killWhileNumbering(stack, point),
    ),
    ...(['before-event', 'after-commit'] as const).map((point) => (stack: Stack) => killWhileCrediting(stack, point)),
  ],
};
