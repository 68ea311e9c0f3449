const credential = {
  id: 'eA',
  rawId: 'eA',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
};
const shownCredential = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'eA', signature: 'eA', userHandle: 'eA' },
};

export const passkeyBodies = {
  'POST /auth/loginWithPasskey': { credential: shownCredential, callbackUrl: '/ar/home' },
  'POST /auth/passkey/register': {
    credential: {
      ...credential,
      response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
    },
  },
  'POST /auth/passkey/step-up': { credential: shownCredential },
};
