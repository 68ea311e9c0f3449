import { setTimeout as sleep } from 'node:timers/promises';
import { requestJson, sendRequest } from '../http';
import { type BenchUser, createEmail, signUp, startCheckout } from '../users';
import { productKey, type Samples, type Scene } from './sample';

const fewest = 2;

interface Team {
  manager: BenchUser;
  orderId: string;
  seatId: string;
}

async function createTeam({ world, admin }: Scene): Promise<Team> {
  const manager = await signUp(world);
  const { orderId, clientSecret } = await startCheckout(world, manager, productKey, { seats: fewest });
  await world.payAt(`intentions/${clientSecret}/complete`, { scenario: 'paid' });
  for (let tries = 0; tries < 400; tries += 1) {
    const { body } = await sendRequest(world.port, `/api/admin/orders/${orderId}`, { headers: admin.headers });
    const {
      seats: [seat],
    } = JSON.parse(body.toString()) as { seats: Array<{ id: string }> };
    if (seat) return { manager, orderId, seatId: seat.id };
    await sleep(25);
  }
  throw new Error('The seats were not ready in time');
}

async function inviteLearner(scene: Scene): Promise<Team & { token: string }> {
  const team = await createTeam(scene);
  const email = createEmail();
  await requestJson(
    scene.world.port,
    `/api/user/${team.manager.userId}/seat-orders/${team.orderId}/invitations`,
    { emails: email },
    team.manager.headers,
  );
  return { ...team, token: /seat\?token=(\S+)/.exec(await scene.world.waitForMail(email, /seat\?token=/))?.[1] ?? '' };
}

export const createSeatPageQuery = async (scene: Scene): Promise<string> =>
  `?token=${(await inviteLearner(scene)).token}`;

export const seatSamples: Samples = {
  'POST /api/user/[userId]/seat-orders/[orderId]/invitations': async (scene) => {
    const { manager, orderId } = await createTeam(scene);
    return { as: manager, params: { orderId }, body: { emails: createEmail() } };
  },
  'POST /api/user/[userId]/seats/[seatId]/[action]': async (scene) => {
    const { manager, seatId } = await inviteLearner(scene);
    return { as: manager, params: { seatId, action: 'withdraw' } };
  },
  'POST /api/seats/accept': async (scene) => ({
    as: await signUp(scene.world),
    body: { token: (await inviteLearner(scene)).token },
  }),
  'POST /api/seats/decline': async (scene) => ({ body: { token: (await inviteLearner(scene)).token } }),
  'POST /api/admin/seats/[id]/[action]': async (scene) => ({
    params: { id: (await inviteLearner(scene)).seatId, action: 'resend' },
    body: { reason: 'A reason' },
  }),
};
