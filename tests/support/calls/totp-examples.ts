import { generateSync } from 'otplib';
import { readJson, sendCall, type CallInput } from './call-world';

export async function enrolTotp(): Promise<{ secret: string; recoveryCode: string }> {
  const { secret = '' } = await readJson(sendCall('POST /auth/totp/enrol'));
  const { recoveryCodes } = (await readJson(
    sendCall('POST /auth/totp/confirm', { body: { code: generateSync({ secret }) } }),
  )) as unknown as { recoveryCodes: string[] };
  return { secret, recoveryCode: recoveryCodes[0]! };
}

export const totpExamples: Record<string, CallInput | (() => Promise<CallInput>)> = {
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
