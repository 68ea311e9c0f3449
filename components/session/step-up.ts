import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { loadPart } from '@/components/ui/load-part';
import { callJson, errorText, type Failure, type Outcome } from './json-call';

/** Answers an MFA challenge (`step-up`). The answer counts for ten minutes in this session. */
export const stepUpWithCode = (code: string): Promise<Outcome> =>
  callJson({ method: 'POST', url: '/auth/totp/verify', body: { code } });

const passkeyCancelled = 'passkey-cancelled';

export async function stepUpWithPasskey(): Promise<Outcome> {
  const webAuthn = await loadPart(() => import('@simplewebauthn/browser')).catch(() => null);
  if (!webAuthn) return { ok: false, status: 0, key: 'unreachable', title: '', errors: {} };
  const options = await callJson({ method: 'POST', url: '/auth/passkey/step-up-options' });
  if (!options.ok) return options;
  try {
    const { startAuthentication } = webAuthn;
    const credential = await startAuthentication({
      optionsJSON: options.answer as PublicKeyCredentialRequestOptionsJSON,
    });
    return await callJson({ method: 'POST', url: '/auth/passkey/step-up', body: { credential } });
  } catch {
    return { ok: false, status: 0, key: passkeyCancelled, title: '', errors: {} };
  }
}

/** Calls a code or passkey wrong only if the server did, or if the browser's passkey dialog failed. */
export const stepUpErrorText = (failure: Failure, labels: { wrong: string; unreachable: string }): string =>
  failure.status === 422 || failure.key === passkeyCancelled
    ? labels.wrong
    : errorText(failure, { failed: labels.wrong, unreachable: labels.unreachable });
