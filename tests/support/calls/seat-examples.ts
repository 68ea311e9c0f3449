import { acceptInvitation, buySeats, invite, readInvitedToken, findSeatId } from '@/tests/support/seats';
import { shop, world, type CallInput } from './call-world';
import { createBuyer } from '@/tests/support/shop';

const email = 'hala@nile.example';
const productKey = 'course-nextjs';

async function inviteLearner(): Promise<{ orderId: string; seatId: string }> {
  const orderId = await buySeats(shop, world.learnerActor, 2, productKey);
  await invite(world.learnerActor, orderId, email);
  return { orderId, seatId: await findSeatId(world.learnerActor, email) };
}

export const seatExamples: Record<string, () => Promise<CallInput>> = {
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
