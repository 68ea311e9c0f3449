import { newCsrfCookie } from '@/lib/auth/next-auth/csrf-cookie';
import { cookieNames } from '@/lib/auth/sessions/cookies';
import { db } from '@/lib/database/client';
import { TestAuthenticator } from '../authenticator';
import { jsonOf, send, type Sent } from './call-world';

/** The cookie of a browser, to which a sign-in's challenge is bound. */
const browserCookie = () => ({ cookie: `${cookieNames().csrf}=${newCsrfCookie()}` });

async function addedPasskey(): Promise<TestAuthenticator> {
  const passkey = new TestAuthenticator();
  const options = await jsonOf(send('POST /auth/passkey/register-options', { body: {} }));
  await send('POST /auth/passkey/register', { body: { credential: passkey.create({ challenge: options.challenge! }) } });
  return passkey;
}

const storedPasskey = async (): Promise<Sent> => {
  await addedPasskey();
  return { params: { passkeyId: (await (await db()).passkey.findFirstOrThrow({ select: { id: true } })).id } };
};

async function shownPasskey(call: string, sent: Sent): Promise<Sent> {
  const passkey = await addedPasskey();
  const options = await jsonOf(send(call, sent));
  return { ...sent, body: { credential: passkey.show({ challenge: options.challenge! }) } };
}

/** For call-examples.ts: a call with passkeys that succeeds, of each kind. */
export const passkeyExamples: Record<string, Sent | (() => Promise<Sent>)> = {
  'POST /auth/loginWithPasskey': () => shownPasskey('POST /auth/passkey/sign-in-options', { headers: browserCookie() }),
  'POST /auth/passkey/sign-in-options': () => Promise.resolve({ headers: browserCookie() }),
  'POST /auth/passkey/register-options': { body: {} },
  'POST /auth/passkey/register': async () => {
    const { challenge = '' } = await jsonOf(send('POST /auth/passkey/register-options', { body: {} }));
    return { body: { credential: new TestAuthenticator().create({ challenge }) } };
  },
  'POST /auth/passkey/step-up-options': async () => {
    await addedPasskey();
    return {};
  },
  'POST /auth/passkey/step-up': () => shownPasskey('POST /auth/passkey/step-up-options', {}),
  'GET /api/user/[userId]/passkeys': storedPasskey,
  'POST /api/user/[userId]/passkeys/[passkeyId]/rename': async () => ({ ...(await storedPasskey()), body: { name: 'A name' } }),
  'POST /api/user/[userId]/passkeys/[passkeyId]/remove': storedPasskey,
};
