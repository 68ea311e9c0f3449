import { cookieNames, newCsrfCookie } from '@/lib/accounts/sessions/cookies';
import { db } from '@/lib/database/client';
import { TestAuthenticator } from '@/tests/support/authenticator';
import { jsonOf, sendCall, type CallInput } from './call-world';

const browserCookie = () => ({ cookie: `${cookieNames().csrf}=${newCsrfCookie()}` });

async function addedPasskey(): Promise<TestAuthenticator> {
  const passkey = new TestAuthenticator();
  const options = await jsonOf(sendCall('POST /auth/passkey/register-options', { body: {} }));
  await sendCall('POST /auth/passkey/register', {
    body: { credential: passkey.create({ challenge: options.challenge! }) },
  });
  return passkey;
}

const storedPasskey = async (): Promise<CallInput> => {
  await addedPasskey();
  return { params: { passkeyId: (await (await db()).passkey.findFirstOrThrow({ select: { id: true } })).id } };
};

async function shownPasskey(call: string, sent: CallInput): Promise<CallInput> {
  const passkey = await addedPasskey();
  const options = await jsonOf(sendCall(call, sent));
  return { ...sent, body: { credential: passkey.show({ challenge: options.challenge! }) } };
}

export const passkeyExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'POST /auth/loginWithPasskey': () => shownPasskey('POST /auth/passkey/sign-in-options', { headers: browserCookie() }),
  'POST /auth/passkey/sign-in-options': () => Promise.resolve({ headers: browserCookie() }),
  'POST /auth/passkey/register-options': { body: {} },
  'POST /auth/passkey/register': async () => {
    const { challenge = '' } = await jsonOf(sendCall('POST /auth/passkey/register-options', { body: {} }));
    return { body: { credential: new TestAuthenticator().create({ challenge }) } };
  },
  'POST /auth/passkey/step-up-options': async () => {
    await addedPasskey();
    return {};
  },
  'POST /auth/passkey/step-up': () => shownPasskey('POST /auth/passkey/step-up-options', {}),
  'GET /api/user/[userId]/passkeys': storedPasskey,
  'POST /api/user/[userId]/passkeys/[passkeyId]/rename': async () => ({
    ...(await storedPasskey()),
    body: { name: 'A name' },
  }),
  'POST /api/user/[userId]/passkeys/[passkeyId]/remove': storedPasskey,
};
