import { generateSync } from 'otplib';
import { jsonOf, sendCall, type CallInput } from './call-world';

export async function enrolledTotp(): Promise<{ secret: string; recoveryCode: string }> {
  const { secret = '' } = await jsonOf(sendCall('POST /auth/totp/enrol'));
  const { recoveryCodes } = (await jsonOf(
    sendCall('POST /auth/totp/confirm', { body: { code: generateSync({ secret }) } }),
  )) as unknown as { recoveryCodes: string[] };
  return { secret, recoveryCode: recoveryCodes[0]! };
}

export const totpExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
  'POST /auth/totp/confirm': async () => ({
    body: { code: generateSync({ secret: (await jsonOf(sendCall('POST /auth/totp/enrol'))).secret! }) },
  }),
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
    const { secret = '', setupToken } = await jsonOf(sendCall('POST /auth/totp/change'));
    return { body: { code: generateSync({ secret }), setupToken } };
  },
};
