const credential = { id: 'eA', rawId: 'eA', type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} };
const shownCredential = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'eA', signature: 'eA', userHandle: 'eA' } };

/** For every-call.test.ts: what the calls about authenticators and passkeys take. */
export const secondFactorBodies: Record<string, unknown> = {
  'POST /auth/loginWithPasskey': { credential: shownCredential, callbackUrl: '/ar/home' },
  ...Object.fromEntries(['confirm', 'verify'].map((call) => [`POST /auth/totp/${call}`, { code: '123456' }])),
  'POST /auth/totp/confirm-change': { code: '123456', setupToken: 'x' },
  'POST /auth/passkey/register-options': { currentPassword: 'x' },
  'POST /auth/passkey/register': { credential: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] } } },
  'POST /auth/passkey/step-up': { credential: shownCredential },
  'POST /api/user/[userId]/passkeys/[passkeyId]/rename': { name: 'A name' },
  'POST /api/admin/users/[id]/reset-second-factor': { reason: 'A reason' },
};
