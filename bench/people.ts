import { setTimeout as pause } from 'node:timers/promises';
import { authenticator } from 'otplib';
import { ask, askJson } from './ask';
import type { World } from './world';

/** Somebody who is signed in. */
export interface Person {
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
export const billing = { first_name: 'Mona', last_name: 'Adel', phone_number: '01012345678', email: 'mona@midan.example' };

export function personOf(email: string, { userId, accessToken, refreshToken }: Tokens): Person {
  const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  return { userId, email, sessionId: sid, refreshToken, headers: { authorization: `Bearer ${accessToken}` } };
}

let count = 0;

/** An email nobody has yet. */
export function newEmail(): string {
  count += 1;
  return `bench-${process.pid}-${count}@midan.example`;
}

export const newAccount = (email: string) => ({ name: 'Mona Adel', email, phone: '01012345678', sub: password });

export async function signUp({ port }: { port: number }): Promise<Person> {
  const email = newEmail();
  return personOf(email, await askJson<Tokens>(port, '/auth/createUser', newAccount(email)));
}

export const newGuest = async ({ port }: { port: number }): Promise<Person> => personOf('', await askJson<Tokens>(port, '/auth/loginAsGuest', {}));

/** The sample administrator (lib/auth/sample-accounts.ts). */
const administrator = { email: 'admin@midan.example', sub: 'admin-in-cairo-2026' };
let secret: string | undefined;

/** With a second factor of this moment, as refunds, prices and roles need. */
export async function signInAdministrator({ port }: { port: number }): Promise<Person> {
  const isNew = secret === undefined;
  const totp = secret && { totp: authenticator.generate(secret) };
  const person = personOf(administrator.email, await askJson<Tokens>(port, '/auth/loginAsUser', { ...administrator, ...totp }));
  if (isNew) {
    secret = (await askJson<{ secret: string }>(port, '/auth/totp/enrol', {}, person.headers)).secret;
    await askJson(port, '/auth/totp/confirm', { code: authenticator.generate(secret) }, person.headers);
  }
  return person;
}

export interface Checkout {
  readonly orderId: string;
  /** What Paymob knows the payment page by. */
  readonly clientSecret: string;
}

export async function checkOut({ port }: { port: number }, person: Person, productKey: string, more: object = {}): Promise<Checkout> {
  const body = JSON.stringify({ productKey, billing_data: billing, ...more });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...person.headers };
  const answer = await ask(port, `/api/payment/${person.userId}/sendPaymentRequest`, { method: 'POST', body, headers });
  if (answer.status !== 200) throw new Error(`sendPaymentRequest answered ${answer.status}: ${answer.body.toString()}`);
  return { orderId: String(answer.headers['x-order-id']), clientSecret: new URL(answer.body.toString().trim()).searchParams.get('clientSecret') ?? '' };
}

/** The whole purchase against the mock Paymob, until the course is the person's. @returns the order's id */
export async function buy(world: World, person: Person, productKey: string): Promise<string> {
  const { orderId, clientSecret } = await checkOut(world, person, productKey);
  await world.payAt(`intentions/${clientSecret}/complete`, { scenario: 'paid' });
  for (let tries = 0; tries < 400; tries += 1) {
    if ((await askJson<boolean>(world.port, `/api/payment/${person.userId}/checkProductStatus`, { productKey }, person.headers)) === true) return orderId;
    await pause(25);
  }
  throw new Error('The purchase did not arrive');
}
