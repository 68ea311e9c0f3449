import {
  ask,
  fetchOrderStatus,
  type Learner,
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

let invitations = 0;

async function buySeats(stack: Stack): Promise<Purchase> {
  const learner = await signUp(stack);
  const billing = { first_name: 'Mona', last_name: 'Adel', phone_number: '01012345678', email: learner.email };
  const answer = await ask(stack, learner, 'POST', '/api/payment/{userId}/sendPaymentRequest', {
    productKey,
    billing_data: billing,
    seats: 2,
  });
  const purchase = {
    learner,
    productKey,
    orderId: answer.headers.get('x-order-id') ?? '',
    clientSecret: new URL(answer.text.trim()).searchParams.get('clientSecret') ?? '',
  };
  await pay(stack, purchase, 'paid');
  await waitUntil('the seats are paid', waitMs, async () => (await fetchOrderStatus(stack, purchase)) === 'paid');
  return purchase;
}

async function inviteMember(stack: Stack, { learner, orderId }: Purchase): Promise<string> {
  const email = `seat-${process.pid}-${(invitations += 1)}@midan.example`;
  await ask(stack, learner, 'POST', `/api/user/{userId}/seat-orders/${orderId}/invitations`, { emails: email });
  let token = '';
  await waitUntil('the invitation has arrived', waitMs, async () => {
    const [mail] = (await (
      await fetch(`${stack.mail.url}/api/messages?to=${encodeURIComponent(email)}`)
    ).json()) as Array<{ id: number }>;
    const { text } = mail
      ? ((await (await fetch(`${stack.mail.url}/api/messages/${mail.id}`)).json()) as { text: string })
      : { text: '' };
    token = /seat\?token=(\S+)/.exec(text)?.[1] ?? '';
    return token !== '';
  });
  return token;
}

const acceptTogether = (stack: Stack, learners: readonly Learner[], token: string) =>
  Promise.all(learners.map((learner) => ask(stack, learner, 'POST', '/api/seats/accept', { token })));

/** N11: the service dies while five learners accept one invitation. Exactly one gets the course. */
async function killWhileAccepting(stack: Stack, point: KillPoint): Promise<Finding> {
  const times = Math.ceil(stack.options.kills / 4);
  const holders: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const token = await inviteMember(stack, await buySeats(stack));
    const learners = await signUpMany(stack, people);
    stack.site.arm(point);
    const acceptances = acceptTogether(stack, learners, token);
    await stack.site.waitUntilDead();
    await acceptances;
    await stack.site.start();
    await acceptTogether(stack, learners, token);
    holders.push(
      (await Promise.all(learners.map((learner) => ownsProduct(stack, { learner, productKey })))).filter(Boolean)
        .length,
    );
  }
  return {
    what: `kill -9 ${point}, a seat that ${people} people accept`,
    times,
    isHeld: holders.every((count) => count === 1),
    result: `${holders.join(', ')} of ${people} have the course`,
  };
}

export const seats: Scenario = {
  id: 'N11',
  steps: (['after-seat', 'before-seat-commit', 'after-seat-commit'] as const).map(
    (point) => (stack: Stack) => killWhileAccepting(stack, point),
  ),
};
