import { stopUrls } from '@/lib/orders/reminders';
import { buyGift, readGiftToken } from '@/tests/support/gifts';
import { acceptInvitation, buySeats, findSeatId, invite, readInvitedToken } from '@/tests/support/seats';
import { buy, createBuyer } from '@/tests/support/shop';
import { bundleExamples } from './bundle-examples';
import { type CallInput, shop, world } from './call-world';

const email = 'hala@nile.example';
const productKey = 'course-nextjs';

async function inviteLearner(): Promise<{ orderId: string; seatId: string }> {
  const orderId = await buySeats(shop, world.learnerActor, 2, productKey);
  await invite(world.learnerActor, orderId, email);
  return { orderId, seatId: await findSeatId(world.learnerActor, email) };
}

const seatExamples: Record<string, () => Promise<CallInput>> = {
  'POST /api/user/[userId]/seat-orders/[orderId]/invitations': async () => ({
    params: { orderId: await buySeats(shop, world.learnerActor, 2, productKey) },
    body: { emails: email },
  }),
  'POST /api/user/[userId]/seats/[seatId]/[action]': async () => {
    const { seatId } = await inviteLearner();
    await acceptInvitation(email, await createBuyer());
    return { params: { seatId, action: 'take-back' } };
  },
  'POST /api/seats/accept': async () => {
    await inviteLearner();
    return { body: { token: await readInvitedToken(email) } };
  },
  'POST /api/seats/decline': async () => {
    await inviteLearner();
    return { body: { token: await readInvitedToken(email) } };
  },
  'POST /api/admin/seats/[id]/[action]': async () => ({
    params: { id: (await inviteLearner()).seatId, action: 'resend' },
    body: { reason: 'A reason' },
  }),
};

const stopLink = (): Promise<CallInput> =>
  Promise.resolve({ query: new URL(stopUrls('an-order', 'en').oneClick).search });
const month = { query: '?month=2026-11' };

export const checkoutExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'GET /api/reminders/stop': stopLink,
  'POST /api/reminders/stop': stopLink,
  'POST /api/user/[userId]/profile/reminders': { body: { reminders: 'off' } },
  'GET /api/payment/[userId]/orders/[orderId]/receipt.pdf': async () => ({
    params: { orderId: await buy(shop, world.learnerActor, { productKey: 'course-nextjs' }) },
  }),
  'POST /api/payment/[userId]/orders/[orderId]/gift': async () => {
    const { orderId } = await buyGift(shop, world.learnerActor, { productKey: 'course-nextjs' });
    return { params: { orderId }, body: { recipient_name: 'Hala', recipient_email: 'hala@midan.example' } };
  },
  'POST /api/gifts/open': async () => {
    await buyGift(shop, world.learnerActor, { productKey: 'course-nextjs' });
    return { body: { token: await readGiftToken() } };
  },
  ...bundleExamples,
  ...seatExamples,
  'GET /api/admin/receipts.csv': month,
  'GET /api/admin/receipts.xlsx': month,
  'GET /api/admin/receipts.json': month,
};
