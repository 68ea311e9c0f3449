import {
  type Answer,
  fetchOrderStatus,
  isPaid,
  orderProduct,
  pay,
  products,
  type Purchase,
  requestPayment,
  signUp,
} from '../../learners';
import { changeBooks, countCouponUses } from '../../ledger';
import type { Finding, Scenario } from '../../scenario';
import type { KillPoint } from '../../site';
import type { Stack } from '../../stack';
import { mapConcurrently, waitUntil } from '../../wait';

const buyers = 100;
const waitMs = 60_000;

async function createCoupon(stack: Stack, code: string): Promise<string> {
  await changeBooks(
    stack,
    `INSERT INTO "Coupon" (id, code, percent, "maxUses", "updatedAt") VALUES ('${code}', '${code}', 50, 1, now())`,
  );
  return code;
}

/** Makes the order an hour old, so that it expires. */
const letExpire = (stack: Stack, orderId: string): Promise<void> =>
  changeBooks(
    stack,
    `
  WITH ended AS (UPDATE "Order" SET "expiresAt" = now() AT TIME ZONE 'UTC' - interval '1 minute' WHERE id = '${orderId}')
  UPDATE "PaymentAttempt" SET "nextInquiryAt" = now() AT TIME ZONE 'UTC' - interval '1 minute' WHERE "orderId" = '${orderId}'`,
  );

const isUsedUp = ({ status, text }: Answer): boolean => status === 422 && text.includes('/problems/coupon-used-up');

/** N10: a hundred buyers compete for a coupon's last use. */
async function startHundredCheckouts(stack: Stack): Promise<Finding> {
  const code = await createCoupon(stack, 'HUNDRED');
  const learners = await mapConcurrently(Array.from({ length: buyers }), 4, () => signUp(stack));
  const answers = await Promise.all(learners.map((learner) => requestPayment(stack, learner, products[0], code)));
  const served = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(isUsedUp).length;
  const uses = await countCouponUses(stack, code);
  return {
    what: 'a hundred buyers, one use left',
    times: buyers,
    isHeld: served === 1 && refused === buyers - 1 && uses === 1,
    result: `${served} served, ${refused} told that it is used up, ${uses} use`,
  };
}

/** N10: the service dies while reserving a use. Either nothing stays reserved, or the buyer can continue with it. */
async function killAt(stack: Stack, point: KillPoint): Promise<Finding> {
  const times = Math.ceil(stack.options.kills / 4);
  let isHeld = true;
  for (let turn = 0; turn < times; turn += 1) {
    const code = await createCoupon(stack, `${point.toUpperCase()}-${turn}`);
    const [learner, other] = [await signUp(stack), await signUp(stack)];
    stack.site.arm(point);
    await requestPayment(stack, learner, products[0], code);
    await stack.site.waitUntilDead();
    await stack.site.start();
    const isReserved = point === 'after-order-commit';
    isHeld &&= isReserved === isUsedUp(await requestPayment(stack, other, products[0], code));
    const purchase = await orderProduct(stack, isReserved ? learner : other, products[0], code);
    await pay(stack, purchase, 'paid');
    await waitUntil('the order is paid', waitMs, () => isPaid(stack, purchase));
    isHeld &&= (await countCouponUses(stack, code)) === 1;
  }
  return {
    what: `kill -9 ${point}, with a coupon`,
    times,
    isHeld,
    result:
      point === 'after-order'
        ? 'free at once for the next buyer'
        : 'reserved, and the buyer goes on with the same order',
  };
}

async function reuseAfterExpiry(stack: Stack): Promise<Finding> {
  const code = await createCoupon(stack, 'ABANDONED');
  const [learner, other] = [await signUp(stack), await signUp(stack)];
  stack.site.arm('after-order-commit');
  await requestPayment(stack, learner, products[0], code);
  await stack.site.waitUntilDead();
  await changeBooks(
    stack,
    `UPDATE "Order" SET "expiresAt" = now() AT TIME ZONE 'UTC' - interval '1 minute' WHERE "couponId" = '${code}'`,
  );
  const took = await waitUntil(
    'the use is free',
    waitMs,
    async () => (await requestPayment(stack, other, products[0], code)).status === 200,
  );
  return {
    what: 'reserved, killed before the payment page, expired',
    times: 1,
    isHeld: true,
    result: `free ${took} ms after the start`,
  };
}

/** N10: the service dies while serving a hundred buyers, who all retry. */
async function killDuringHundredCheckouts(stack: Stack, point: KillPoint): Promise<Finding> {
  const code = await createCoupon(stack, `MIDST-${point.toUpperCase()}`);
  const learners = await mapConcurrently(Array.from({ length: buyers }), 4, () => signUp(stack));
  const askAll = () => Promise.all(learners.map((learner) => requestPayment(stack, learner, products[0], code)));
  stack.site.arm(point);
  const unanswered = (await askAll()).filter(({ status }) => status === 0).length;
  await stack.site.waitUntilDead();
  await stack.site.start();
  const answers = await askAll();
  const winner = learners[answers.findIndex(({ status }) => status === 200)];
  const refused = answers.filter(isUsedUp).length;
  if (winner) {
    const purchase = await orderProduct(stack, winner, products[0], code);
    await pay(stack, purchase, 'paid');
    await waitUntil('the order is paid', waitMs, () => isPaid(stack, purchase));
  }
  const uses = await countCouponUses(stack, code);
  return {
    what: `a hundred buyers, killed ${point}`,
    times: buyers,
    isHeld: winner !== undefined && refused === buyers - 1 && uses === 1 && unanswered > 0,
    result: `${unanswered} unanswered; asked again, ${answers.length - refused} served, ${refused} told that it is used up; paid, ${uses} use`,
  };
}

/** N10, decision 107: a buyer pays an expired order after another buyer took the last use. */
async function payLate(stack: Stack): Promise<Finding> {
  const code = await createCoupon(stack, 'LATE');
  const late = await orderProduct(stack, await signUp(stack), products[0], code);
  await letExpire(stack, late.orderId);
  await waitUntil('the order has expired', waitMs, async () => (await fetchOrderStatus(stack, late)) === 'expired');
  const other: Purchase = await orderProduct(stack, await signUp(stack), products[0], code);
  await pay(stack, other, 'paid');
  await waitUntil('the order is paid', waitMs, () => isPaid(stack, other));
  await pay(stack, late, 'paid');
  const took = await waitUntil(
    'the money has gone back',
    waitMs,
    async () => (await fetchOrderStatus(stack, late)) === 'refunded',
  );
  const next = await requestPayment(stack, await signUp(stack), products[0], code);
  const uses = await countCouponUses(stack, code);
  return {
    what: 'paid late, after another buyer took the last use',
    times: 1,
    isHeld: isUsedUp(next) && uses === 1,
    result: `${uses} use; the late payment went back by itself after ${took} ms`,
  };
}

/** N10: one buyer buys several gifts with a coupon that may be used once. */
async function buySeveralGifts(stack: Stack): Promise<Finding> {
  const code = await createCoupon(stack, 'GIFTS');
  const learner = await signUp(stack);
  const gifts = ['a', 'b', 'c'].map((name) => ({ recipient_email: `${name}@midan.example`, recipient_name: name }));
  const purchases: Purchase[] = [];
  for (const gift of gifts) purchases.push(await orderProduct(stack, learner, products[0], code, gift));
  for (const purchase of purchases) await pay(stack, purchase, 'paid');
  const fetchStates = () => Promise.all(purchases.map((purchase) => fetchOrderStatus(stack, purchase)));
  await waitUntil(
    'one is paid and the others went back',
    waitMs,
    async () => (await fetchStates()).sort().join() === 'paid,refunded,refunded',
  );
  const uses = await countCouponUses(stack, code);
  return {
    what: 'three gifts of one buyer, each paid',
    times: gifts.length,
    isHeld: uses === 1,
    result: `${uses} use, two payments went back by themselves`,
  };
}

const middles: KillPoint[] = ['after-order', 'after-order-commit'];

export const coupons: Scenario = {
  id: 'N10',
  steps: [
    startHundredCheckouts,
    ...middles.map((point) => (stack: Stack) => killDuringHundredCheckouts(stack, point)),
    ...middles.map((point) => (stack: Stack) => killAt(stack, point)),
    reuseAfterExpiry,
    payLate,
    buySeveralGifts,
  ],
};
