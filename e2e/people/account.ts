import { worldPorts } from '../world-ports';
import { newPerson, type Person } from './person';
import { callJson, control, world, type Place } from './place';
import { buy } from './purchase';

/** A session of the API: whose it is, and what it sends. */
export interface Session { userId: string; accessToken: string; refreshToken: string; headers: Record<string, string> }

type Tokens = Omit<Session, 'headers'>;

export const sessionOf = (tokens: Tokens): Session => ({ ...tokens, headers: { authorization: `Bearer ${tokens.accessToken}` } });

const begin = async (url: string, body: object): Promise<Session> => sessionOf(await callJson<Tokens>(url, { body }));

export type Learner = Person & Session & { /** Paymob's number of what was bought. */ transactionId: number | null };

/** Signed up, and the course paid for when one is named, by the contract's calls and the mock's controls. */
export async function newLearner(bought: string | null = null, at: Place = world, person = newPerson()): Promise<Learner> {
  const { name, email, phone, password: sub } = person;
  const session = await begin(`${at.url}/auth/createUser`, { name, email, phone, sub });
  return { ...person, ...session, transactionId: bought ? await buy(session, bought, at) : null };
}

export const newGuest = (): Promise<Session> => begin(`${world.url}/auth/loginAsGuest`, {});

/** Signed in with a token of the mock provider, which has verified the address. */
export async function withGoogle(email: string): Promise<Session> {
  const body = { provider: 'google', person: { email, name: 'Hala Chief', emailVerified: true } };
  const minted = await callJson<object>(`http://127.0.0.1:${worldPorts().signIn}/_mock/id-token`, { headers: control, body });
  return begin(`${world.url}/auth/loginWithGoogle`, minted);
}
