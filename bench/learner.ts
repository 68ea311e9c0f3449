import { setTimeout as pause } from 'node:timers/promises';
import { ask, askJson } from './ask';
import type { World } from './world';

export interface Learner {
  readonly userId: string;
  readonly headers: Readonly<Record<string, string>>;
}

let count = 0;

export async function signUp({ port }: World): Promise<Learner> {
  count += 1;
  const body = { name: 'Mona Adel', email: `bench-${process.pid}-${count}@midan.example`, phone: '01012345678', sub: 'a long enough passphrase' };
  const { userId, accessToken } = await askJson<{ userId: string; accessToken: string }>(port, '/auth/createUser', body);
  return { userId, headers: { authorization: `Bearer ${accessToken}` } };
}

/** The whole purchase against the mock Paymob, until the course is the learner's. */
export async function buy(world: World, learner: Learner, productKey: string): Promise<void> {
  const { port } = world;
  const body = JSON.stringify({ productKey, billing_data: { first_name: 'Mona', last_name: 'Adel', phone_number: '01012345678', email: 'mona@midan.example' } });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...learner.headers };
  const answer = await ask(port, `/api/payment/${learner.userId}/sendPaymentRequest`, { method: 'POST', body, headers });
  if (answer.status !== 200) throw new Error(`sendPaymentRequest answered ${answer.status}: ${answer.body.toString()}`);
  const clientSecret = new URL(answer.body.toString().trim()).searchParams.get('clientSecret') ?? '';
  await world.payAt(`intentions/${clientSecret}/complete`, { scenario: 'paid' });
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await askJson<boolean>(port, `/api/payment/${learner.userId}/checkProductStatus`, { productKey }, learner.headers)) === true) return;
    await pause(100);
  }
  throw new Error('The purchase did not arrive');
}
