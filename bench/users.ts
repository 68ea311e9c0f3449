import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { requestJson, sendRequest } from './http';
import type { World } from './world';

export interface BenchUser {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Tokens {
  readonly userId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export const password = 'a long enough passphrase';
export const billing = {
  first_name: 'Mona',
  last_name: 'Adel',
  phone_number: '01012345678',
  email: 'mona@midan.example',
};

export function toBenchUser(email: string, { userId, accessToken, refreshToken }: Tokens): BenchUser {
  const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  return { userId, email, sessionId: sid, refreshToken, headers: { authorization: `Bearer ${accessToken}` } };
}

let count = 0;

export function createEmail(): string {
  count += 1;
  return `bench-${process.pid}-${count}@midan.example`;
}

export const buildAccount = (email: string) => ({ name: 'Mona Adel', email, phone: '01012345678', sub: password });

export async function signUp({ port }: { port: number }): Promise<BenchUser> {
  const email = createEmail();
  return toBenchUser(email, await requestJson<Tokens>(port, '/auth/createUser', buildAccount(email)));
}

export const signInAsGuest = async ({ port }: { port: number }): Promise<BenchUser> =>
  toBenchUser('', await requestJson<Tokens>(port, '/auth/loginAsGuest', {}));

/** The sample admin of lib/accounts/create-account.ts. */
const administrator = { email: 'admin@midan.example', sub: 'admin-in-cairo-2026' };
let secret: string | undefined;

/** Signs in with a fresh second factor, which refunds, prices and roles require. */
export async function signInAdministrator({ port }: { port: number }): Promise<BenchUser> {
  const isNew = secret === undefined;
  const totp = secret && { totp: generateSync({ secret }) };
  const person = toBenchUser(
    administrator.email,
    await requestJson<Tokens>(port, '/auth/loginAsUser', { ...administrator, ...totp }),
  );
  if (isNew) {
    secret = (await requestJson<{ secret: string }>(port, '/auth/totp/enrol', {}, person.headers)).secret;
    await requestJson(port, '/auth/totp/confirm', { code: generateSync({ secret }) }, person.headers);
  }
  return person;
}

export interface StartedCheckout {
  readonly orderId: string;
  readonly clientSecret: string;
}

export async function startCheckout(
  { port }: { port: number },
  person: BenchUser,
  productKey: string,
  more: object = {},
): Promise<StartedCheckout> {
  const body = JSON.stringify({ productKey, billing_data: billing, ...more });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...person.headers,
  };
  const answer = await sendRequest(port, `/api/payment/${person.userId}/sendPaymentRequest`, {
    method: 'POST',
    body,
    headers,
  });
  if (answer.status !== 200) throw new Error(`sendPaymentRequest answered ${answer.status}: ${answer.body.toString()}`);
  return {
    orderId: String(answer.headers['x-order-id']),
    clientSecret: new URL(answer.body.toString().trim()).searchParams.get('clientSecret') ?? '',
  };
}

/** Pays at the mock Paymob and waits for access. @returns the order's id */
export async function buyProduct(world: World, person: BenchUser, productKey: string): Promise<string> {
  const { orderId, clientSecret } = await startCheckout(world, person, productKey);
  await world.payAt(`intentions/${clientSecret}/complete`, { scenario: 'paid' });
  for (let tries = 0; tries < 400; tries += 1) {
    if (
      (await requestJson<boolean>(
        world.port,
        `/api/payment/${person.userId}/checkProductStatus`,
        { productKey },
        person.headers,
      )) === true
    )
      return orderId;
    await sleep(25);
  }
  throw new Error('The purchase was not confirmed in time');
}
