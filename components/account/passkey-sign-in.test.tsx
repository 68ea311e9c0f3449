// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { callJson, type Outcome } from '@/components/session/json-call';
import { PasskeySignIn } from './passkey-sign-in';

vi.mock('@/components/session/json-call', async (original) => ({ ...(await original<object>()), callJson: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthn: () => true,
  browserSupportsWebAuthnAutofill: async () => false,
  startAuthentication: async () => {
    throw new Error('the user closed the dialog');
  },
  WebAuthnAbortService: { cancelCeremony: () => undefined },
}));

const labels = {
  submit: 'Sign in with a passkey',
  busy: 'Busy',
  unsupported: 'unsupported',
  cancelled: 'cancelled',
  expired: 'expired, or cookies are blocked',
  failed: 'failed',
  unreachable: 'unreachable',
};

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

async function pressWith(outcome: Outcome): Promise<string | null | undefined> {
  vi.mocked(callJson).mockResolvedValue(outcome);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    act(() => root.unmount());
    place.remove();
  });
  await act(async () => root.render(<PasskeySignIn callbackUrl="/en/home" labels={labels} />));
  await act(async () => place.querySelector('button')!.click());
  await expect.poll(() => place.querySelector('[role=alert]')).not.toBeNull();
  return place.querySelector('[role=alert]')?.textContent;
}

const refused = (status: number, key: string, title = ''): Outcome => ({ ok: false, status, key, title, errors: {} });

test('the passkey button says why it failed: blocked cookies, no connection, a refusal or a closed dialog [N22]', async () => {
  expect(await pressWith(refused(422, 'form-expired'))).toContain(labels.expired);
  expect(await pressWith(refused(0, 'unreachable'))).toContain(labels.unreachable);
  expect(await pressWith(refused(429, 'too-many-requests', 'Too many requests'))).toContain('Too many requests');
  expect(await pressWith({ ok: true, answer: {} })).toContain(labels.cancelled);
});
