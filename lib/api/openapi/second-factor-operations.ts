import type { Operation } from './operation';

export const secondFactorOperations: Readonly<Record<string, Operation>> = {
  'POST /auth/totp/enrol': { id: 'enrolTotp', summary: 'Begin a second factor', description: 'After a sign-in of the last 10 minutes, or with `currentPassword`; `step-up` where the account has a passkey that was not shown in them.', problems: [409] },
  'POST /auth/totp/confirm': { id: 'confirmTotp', summary: 'Confirm the second factor by its first code', description: 'With the same proof as before. The other sessions of the account end.', problems: [409] },
  'POST /auth/totp/verify': { id: 'verifyTotp', summary: 'Show a code, for what needs one of the last 10 minutes' },
  'POST /auth/totp/recovery-codes': { id: 'createRecoveryCodes', summary: 'Replace the recovery codes', description: 'After a second factor of the last 10 minutes. Those from before stop at once.', problems: [409] },
  'POST /auth/totp/change': { id: 'changeTotp', summary: 'Begin to change the authenticator', description: 'After a second factor of the last 10 minutes. The old one counts until the new one is confirmed.', problems: [409] },
  'POST /auth/totp/confirm-change': { id: 'confirmTotpChange', summary: 'Confirm the new authenticator by a code of it', description: 'In the session that began the change, within 10 minutes. The other sessions of the account end; recovery codes stay.', problems: [409] },
  'POST /auth/passkey/sign-in-options': { id: 'createPasskeySignInOptions', summary: 'Options for `navigator.credentials.get`', description: 'The challenge is bound to the browser by the cookie of `/api/auth/csrf`, counts once and for 10 minutes.', problems: [422] },
  'POST /auth/passkey/register-options': { id: 'createPasskeyRegistrationOptions', summary: 'Options for `navigator.credentials.create`', description: 'After a sign-in of the last 10 minutes, or with `currentPassword`; `step-up` where the account has a second factor that was not shown in them.', problems: [409] },
  'POST /auth/passkey/register': { id: 'registerPasskey', summary: 'Add a passkey, named after the device', problems: [409] },
  'POST /auth/passkey/step-up-options': { id: 'createPasskeyStepUpOptions', summary: 'Options for showing one of the own passkeys', problems: [409] },
  'POST /auth/passkey/step-up': { id: 'stepUpWithPasskey', summary: 'Show a passkey, for what needs a second factor of the last 10 minutes' },
};
