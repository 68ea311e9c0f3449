import { authenticator } from 'otplib';
import { jsonOf, send, type Sent } from './call-world';

export async function enrolledTotp(): Promise<{ secret: string; recoveryCode: string }> {
  const { secret = '' } = await jsonOf(send('POST /auth/totp/enrol'));
  const { recoveryCodes } = (await jsonOf(send('POST /auth/totp/confirm', { body: { code: authenticator.generate(secret) } }))) as unknown as { recoveryCodes: string[] };
  return { secret, recoveryCode: recoveryCodes[0]! };
}

/** For call-examples.ts: a call about the authenticator that succeeds, of each kind. */
export const totpExamples: Record<string, Sent | (() => Promise<Sent>)> = {
  'POST /auth/totp/enrol': {},
  'POST /auth/totp/confirm': async () => ({ body: { code: authenticator.generate((await jsonOf(send('POST /auth/totp/enrol'))).secret!) } }),
  'POST /auth/totp/verify': async () => ({ body: { code: (await enrolledTotp()).recoveryCode } }),
  'POST /auth/totp/recovery-codes': async () => {
    await enrolledTotp();
    return {};
  },
  'POST /auth/totp/change': async () => {
    await enrolledTotp();
    return {};
  },
  'POST /auth/totp/confirm-change': async () => {
    await enrolledTotp();
    const { secret = '', setupToken } = await jsonOf(send('POST /auth/totp/change'));
    return { body: { code: authenticator.generate(secret), setupToken } };
  },
};
