import { accept, buySeats, invite, invitedToken, seatIdOf } from '../seats';
import { shop, world, type Sent } from './call-world';
import { newBuyer } from '../shop';

const email = 'hala@nile.example';
const productKey = 'course-nextjs';

async function invited(): Promise<{ orderId: string; seatId: string }> {
  const orderId = await buySeats(shop, world.learnerActor, 2, productKey);
  await invite(world.learnerActor, orderId, email);
  return { orderId, seatId: await seatIdOf(world.learnerActor, email) };
}

/** One request of each call about seats that is answered as its documentation says. */
export const seatExamples: Record<string, () => Promise<Sent>> = {
  'POST /api/user/[userId]/seat-orders/[orderId]/invitations': async () => ({ params: { orderId: await buySeats(shop, world.learnerActor, 2, productKey) }, body: { emails: email } }),
  'POST /api/user/[userId]/seats/[seatId]/[action]': async () => {
    const { seatId } = await invited();
    await accept(email, await newBuyer());
    return { params: { seatId, action: 'take-back' } };
  },
  'POST /api/seats/accept': async () => {
    await invited();
    return { body: { token: await invitedToken(email) } };
  },
  'POST /api/seats/decline': async () => {
    await invited();
    return { body: { token: await invitedToken(email) } };
  },
  'POST /api/admin/seats/[id]/[action]': async () => ({ params: { id: (await invited()).seatId, action: 'resend' }, body: { reason: 'A reason' } }),
};
