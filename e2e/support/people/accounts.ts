import { callJson, mockControl, type Session, type Target, testSite } from '../api';
import { buy } from '../payments';
import { ports } from '../services/ports';

export interface Person {
  name: string;
  email: string;
  phone: string;
  password: string;
}

/** `chargeId` is Paymob's, or null if no course was bought. */
export type Learner = Person & Session & { chargeId: number | null };

type Tokens = Omit<Session, 'headers'>;

let emails = 0;

export const createEmail = (name = 'learner'): string =>
  `${name}.${process.pid}.${Date.now()}.${(emails += 1)}@learner.example`;

/** A password that passes the rules: it is neither common nor similar to a name or email in the tests. */
export const password = 'river-lantern-42';

export const buildPerson = (): Person => ({ name: 'منى عادل', email: createEmail(), phone: '01001234567', password });

export const toSession = (tokens: Tokens): Session => ({
  ...tokens,
  headers: { authorization: `Bearer ${tokens.accessToken}` },
});

const startSession = async (url: string, body: object): Promise<Session> =>
  toSession(await callJson<Tokens>(url, { body }));

export async function createLearner(
  productKey: string | null = null,
  target: Target = testSite,
  person = buildPerson(),
): Promise<Learner> {
  const { name, email, phone, password: sub } = person;
  const session = await startSession(`${target.url}/auth/createUser`, { name, email, phone, sub });
  return { ...person, ...session, chargeId: productKey ? await buy(session, productKey, target) : null };
}

export const signInAsGuest = (): Promise<Session> => startSession(`${testSite.url}/auth/loginAsGuest`, {});

export async function signInWithGoogle(email: string): Promise<Session> {
  const body = { provider: 'google', person: { email, name: 'Hala Chief', emailVerified: true } };
  const minted = await callJson<object>(`http://127.0.0.1:${ports.oidc}/_mock/id-token`, {
    headers: mockControl,
    body,
  });
  return startSession(`${testSite.url}/auth/loginWithGoogle`, minted);
}
