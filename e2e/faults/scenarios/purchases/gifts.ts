import {
  ask,
  fetchOrderStatus,
  type Learner,
  orderProduct,
  ownsProduct,
  pay,
  type Purchase,
  signUp,
  signUpMany,
} from '../../learners';
import type { Finding, Scenario } from '../../scenario';
import type { KillPoint } from '../../site';
import type { Stack } from '../../stack';
import { waitUntil } from '../../wait';

const productKey = 'course-nextjs';
const waitMs = 120_000;
const people = 5;

interface Gift {
  purchase: Purchase;
  recipientEmail: string;
}

let gifts = 0;

async function orderGift(stack: Stack): Promise<Gift> {
  const recipientEmail = `recipient-${process.pid}-${(gifts += 1)}@midan.example`;
  const purchase = await orderProduct(stack, await signUp(stack), productKey, undefined, {
    recipient_name: 'Hala',
    recipient_email: recipientEmail,
    card: 'For you',
  });
  return { purchase, recipientEmail };
}

/** Returns the distinct links mailed for a gift. A mail may arrive twice, but with the same link. */
async function readMailedTokens(stack: Stack, { recipientEmail }: Gift): Promise<Set<string>> {
  const listed = (await (
    await fetch(`${stack.mail.url}/api/messages?to=${encodeURIComponent(recipientEmail)}`)
  ).json()) as Array<{ id: number }>;
  const texts = await Promise.all(
    listed.map(
      async ({ id }) => ((await (await fetch(`${stack.mail.url}/api/messages/${id}`)).json()) as { text: string }).text,
    ),
  );
  return new Set(texts.flatMap((text) => /gift\?token=(\S+)/.exec(text)?.[1] ?? []));
}

const open = async (stack: Stack, learner: Learner, token: string): Promise<number> =>
  (await ask(stack, learner, 'POST', '/api/gifts/open', { token })).status;

async function openTogether(stack: Stack, learners: readonly Learner[], token: string): Promise<number> {
  await Promise.all(learners.map((learner) => open(stack, learner, token)));
  const owning = await Promise.all(learners.map((learner) => ownsProduct(stack, { learner, productKey })));
  return owning.filter(Boolean).length;
}

const hasMailArrived = async (stack: Stack, gift: Gift): Promise<boolean> =>
  (await readMailedTokens(stack, gift)).size > 0;

/** N11: the service dies while it settles a gift's payment. The gift gets one link and opens once. */
async function killWhilePaying(stack: Stack, point: KillPoint): Promise<Finding> {
  const times = Math.ceil(stack.options.kills / 4);
  let isHeld = true;
  for (let turn = 0; turn < times; turn += 1) {
    const gift = await orderGift(stack);
    stack.site.arm(point);
    await pay(stack, gift.purchase, 'paid');
    await stack.site.waitUntilDead();
    await stack.site.start();
    await waitUntil('the gift is paid', waitMs, async () => (await fetchOrderStatus(stack, gift.purchase)) === 'paid');
    await waitUntil('the gift is mailed', waitMs, () => hasMailArrived(stack, gift));
    const [token = '', ...others] = await readMailedTokens(stack, gift);
    const friends = [await signUp(stack), await signUp(stack)];
    isHeld &&=
      others.length === 0 &&
      (await openTogether(stack, friends, token)) === 1 &&
      !(await ownsProduct(stack, gift.purchase));
  }
  return { what: `kill -9 ${point}, a gift`, times, isHeld, result: 'paid, mailed with one link, opened once' };
}

/** N11: the service dies while five learners open a gift. Exactly one gets it. */
async function killWhileOpening(stack: Stack, point: KillPoint): Promise<Finding> {
  const times = Math.ceil(stack.options.kills / 4);
  const owners: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const gift = await orderGift(stack);
    await pay(stack, gift.purchase, 'paid');
    await waitUntil('the gift is mailed', waitMs, () => hasMailArrived(stack, gift));
    const [token = ''] = await readMailedTokens(stack, gift);
    const friends = await signUpMany(stack, people);
    stack.site.arm(point);
    await Promise.all([stack.site.waitUntilDead(waitMs), ...friends.map((friend) => open(stack, friend, token))]);
    await stack.site.start();
    owners.push(await openTogether(stack, friends, token));
  }
  return {
    what: `kill -9 ${point}, ${people} people open one gift`,
    times,
    isHeld: owners.every((count) => count === 1),
    result: `opened by ${owners.join(', ')}`,
  };
}

export const giftFaults: Scenario = {
  id: 'N11',
  steps: [
    ...(['after-event', 'before-commit', 'after-commit'] as const).map(
      (point) => (stack: Stack) => killWhilePaying(stack, point),
    ),
    ...(['after-gift', 'before-gift-commit', 'after-gift-commit'] as const).map(
      (point) => (stack: Stack) => killWhileOpening(stack, point),
    ),
  ],
};
