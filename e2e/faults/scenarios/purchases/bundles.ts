import { ask, fetchOrderStatus, isPaid, orderProduct, ownsProduct, pay, type Purchase, signUp } from '../../learners';
import { changeBooks } from '../../ledger';
import type { Finding, Scenario } from '../../scenario';
import type { KillPoint } from '../../site';
import type { Stack } from '../../stack';
import { waitUntil } from '../../wait';

/** The sample courses cost 180 and 60 alone, so the second gets a quarter of the bundle's 200. */
const bundle = {
  productKey: 'track-nextjs-and-mobile',
  firstPiastres: 15_000,
  secondPiastres: 5_000,
  first: 'course-nextjs',
  second: { productKey: 'course-mobile', slug: 'mobile-apps-with-react-native' },
};
const waitMs = 120_000;
const untilSentSeconds = 20;

interface MockTransaction {
  is_refund: boolean;
  success: boolean;
  parent_transaction: number | null;
  amount_cents: number;
}

async function listRefundedAmounts(stack: Stack, chargeId: number): Promise<number[]> {
  const all = await stack.callPaymob<MockTransaction[]>('GET', 'transactions');
  return all
    .filter((one) => one.is_refund && one.success && one.parent_transaction === chargeId)
    .map((one) => one.amount_cents);
}

const isReturned = async (stack: Stack, chargeId: number, parts: number): Promise<boolean> =>
  (await listRefundedAmounts(stack, chargeId)).length >= parts;

async function buyBundle(stack: Stack): Promise<{ purchase: Purchase; chargeId: number }> {
  const purchase = await orderProduct(stack, await signUp(stack), bundle.productKey);
  const chargeId = await pay(stack, purchase, 'paid');
  await waitUntil('the bundle is paid', waitMs, () => isPaid(stack, purchase));
  return { purchase, chargeId };
}

/** N11: the service dies while one payment opens several courses. All are open afterwards. */
async function killWhileOpening(stack: Stack, point: KillPoint): Promise<Finding> {
  const times = Math.ceil(stack.options.kills / 4);
  const took: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const purchase = await orderProduct(stack, await signUp(stack), bundle.productKey);
    stack.site.arm(point);
    await pay(stack, purchase, 'paid');
    await stack.site.waitUntilDead();
    await stack.site.start();
    took.push(await waitUntil('every course of the bundle is open', waitMs, () => isPaid(stack, purchase)));
  }
  return {
    what: `kill -9 ${point}, a bundle`,
    times,
    isHeld: true,
    result: `every course open within ${Math.max(...took)} ms of the start`,
  };
}

/** N11, P5: during checkout the buyer buys one course separately. The service dies as it settles the bundle. */
async function buyDuringCheckout(stack: Stack): Promise<Finding> {
  const purchase = await orderProduct(stack, await signUp(stack), bundle.productKey);
  const second = await orderProduct(stack, purchase.learner, bundle.second.productKey);
  const secondCharge = await pay(stack, second, 'paid');
  await waitUntil('the one course is paid', waitMs, () => isPaid(stack, second));
  stack.site.arm('before-commit');
  const chargeId = await pay(stack, purchase, 'paid');
  await stack.site.waitUntilDead();
  await stack.site.start();
  await waitUntil('the bundle is paid', waitMs, () => isPaid(stack, purchase));
  await waitUntil('its part went back', waitMs, () => isReturned(stack, chargeId, 1));
  const [returned, untouched] = [
    await listRefundedAmounts(stack, chargeId),
    await listRefundedAmounts(stack, secondCharge),
  ];
  const isHeld =
    String(returned) === String([bundle.secondPiastres]) &&
    untouched.length === 0 &&
    (await isPaid(stack, second)) &&
    (await isPaid(stack, purchase));
  return {
    what: 'one of its courses bought separately before the payment, killed before-commit',
    times: 1,
    isHeld,
    result: `${returned.join(', ')} piastres of the bundle went back, both courses stay open`,
  };
}

/** Approves as an admin would, but delays the refund until the service has restarted. */
const approve = ({ orderId }: Purchase): string => `
  UPDATE "RefundRequest" SET status = 'approved', "decidedAt" = now() AT TIME ZONE 'UTC', "nextAttemptAt" = now() AT TIME ZONE 'UTC' + interval '${untilSentSeconds} seconds'
  WHERE "orderId" = '${orderId}' AND status = 'requested'`;

async function wantBack(stack: Stack, purchase: Purchase, courseName: string): Promise<void> {
  const answer = await ask(stack, purchase.learner, 'POST', `/api/payment/{userId}/orders/${purchase.orderId}/refund`, {
    reason: 'Not for me',
    courseName,
  });
  if (answer.status >= 400) throw new Error(`the refund answered ${answer.status}: ${answer.text}`);
  await changeBooks(stack, approve(purchase));
}

/** N11, P7: the service dies as it settles one refund, and loses the response to another. It sends each refund once. */
async function refundInParts(stack: Stack): Promise<Finding> {
  const { purchase, chargeId } = await buyBundle(stack);
  await wantBack(stack, purchase, bundle.second.slug);
  stack.site.arm('before-commit');
  await stack.site.waitUntilDead(waitMs);
  await stack.site.start();
  await waitUntil(
    'the one course is closed',
    waitMs,
    async () =>
      (await fetchOrderStatus(stack, purchase)) === 'paid' &&
      !(await ownsProduct(stack, { learner: purchase.learner, productKey: bundle.second.productKey })),
  );
  const isFirstOpen = await ownsProduct(stack, { learner: purchase.learner, productKey: bundle.first });
  await wantBack(stack, purchase, '');
  await stack.callPaymob('POST', 'faults', { op: 'refund', drop: 'after', times: 1 });
  await waitUntil(
    'all of it is given back',
    waitMs,
    async () => (await fetchOrderStatus(stack, purchase)) === 'refunded',
  );
  const returned = await listRefundedAmounts(stack, chargeId);
  const isHeld = isFirstOpen && String(returned) === String([bundle.secondPiastres, bundle.firstPiastres]);
  return {
    what: 'refunded course by course: killed before-commit, answer lost',
    times: 2,
    isHeld,
    result: `${returned.join(' and ')} piastres, each sent once; the other course stayed open until it was given back`,
  };
}

export const bundles: Scenario = {
  id: 'N11',
  steps: [
    ...(['after-event', 'before-commit', 'after-commit'] as const).map(
      (point) => (stack: Stack) => killWhileOpening(stack, point),
    ),
    buyDuringCheckout,
    refundInParts,
  ],
};
