import { generateSync } from 'otplib';
import { cookieNames, newCsrfCookie } from '@/lib/accounts/sessions/cookies';
import { db } from '@/lib/database/client';
import { TestAuthenticator } from '@/tests/support/authenticator';
import { type CallInput, readJson, sendCall } from './call-world';

export async function enrolTotp(): Promise<{ secret: string; recoveryCode: string }> {
  const { secret = '' } = await readJson(sendCall('POST /auth/totp/enrol'));
  const { recoveryCodes } = (await readJson(
    sendCall('POST /auth/totp/confirm', { body: { code: generateSync({ secret }) } }),
  )) as unknown as { recoveryCodes: string[] };
  return { secret, recoveryCode: recoveryCodes[0]! };
}

const totpExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'POST /auth/totp/confirm': async () => ({
    body: { code: generateSync({ secret: (await readJson(sendCall('POST /auth/totp/enrol'))).secret! }) },
  }),
  'POST /auth/totp/verify': async () => ({ body: { code: (await enrolTotp()).recoveryCode } }),
  'POST /auth/totp/recovery-codes': async () => {
    await enrolTotp();
    return {};
  },
  'POST /auth/totp/change': async () => {
    await enrolTotp();
    return {};
  },
  'POST /auth/totp/confirm-change': async () => {
    await enrolTotp();
    const { secret = '', setupToken } = await readJson(sendCall('POST /auth/totp/change'));
    return { body: { code: generateSync({ secret }), setupToken } };
  },
};

const createBrowserCookie = () => ({ cookie: `${cookieNames().csrf}=${newCsrfCookie()}` });

async function addPasskey(): Promise<TestAuthenticator> {
  const passkey = new TestAuthenticator();
  const options = await readJson(sendCall('POST /auth/passkey/register-options', { body: {} }));
  await sendCall('POST /auth/passkey/register', {
    body: { credential: passkey.create({ challenge: options.challenge! }) },
  });
  return passkey;
}

const prepareStoredPasskey = async (): Promise<CallInput> => {
  await addPasskey();
  return { params: { passkeyId: (await (await db()).passkey.findFirstOrThrow({ select: { id: true } })).id } };
};

async function showPasskey(call: string, sent: CallInput): Promise<CallInput> {
  const passkey = await addPasskey();
  const options = await readJson(sendCall(call, sent));
  return { ...sent, body: { credential: passkey.show({ challenge: options.challenge! }) } };
}

const passkeyExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'POST /auth/loginWithPasskey': () =>
    showPasskey('POST /auth/passkey/sign-in-options', { headers: createBrowserCookie() }),
  'POST /auth/passkey/sign-in-options': () => Promise.resolve({ headers: createBrowserCookie() }),
  'POST /auth/passkey/register-options': { body: {} },
  'POST /auth/passkey/register': async () => {
    const { challenge = '' } = await readJson(sendCall('POST /auth/passkey/register-options', { body: {} }));
    return { body: { credential: new TestAuthenticator().create({ challenge }) } };
  },
  'POST /auth/passkey/step-up-options': async () => {
    await addPasskey();
    return {};
  },
  'POST /auth/passkey/step-up': () => showPasskey('POST /auth/passkey/step-up-options', {}),
  'GET /api/user/[userId]/passkeys': prepareStoredPasskey,
  'POST /api/user/[userId]/passkeys/[passkeyId]/rename': async () => ({
    ...(await prepareStoredPasskey()),
    body: { name: 'A name' },
  }),
  'POST /api/user/[userId]/passkeys/[passkeyId]/remove': prepareStoredPasskey,
};

export const secondFactorExamples = { ...totpExamples, ...passkeyExamples };
