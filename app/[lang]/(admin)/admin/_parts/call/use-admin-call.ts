'use client';

import { useCallback, useState } from 'react';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { sessionFetch } from '../../../../_session/session-fetch';

export type Outcome<Answer = unknown> =
  | { ok: true; answer: Answer }
  | { ok: false; status: number; key: string; title: string; errors: Record<string, string> };

interface Request { method: 'POST' | 'PUT' | 'DELETE'; url: string; body?: unknown }
interface Waiting { request: Request; done: (outcome: Outcome) => void }

/** JSON to the administration's calls, answered in the page's language. */
async function send({ method, url, body }: Request): Promise<Outcome> {
  try {
    const headers = { 'content-type': 'application/json', 'accept-language': document.documentElement.lang };
    const answer = await sessionFetch(url, { method, headers, body: JSON.stringify(body ?? {}) });
    const json = (await answer.json().catch(() => null)) as unknown;
    return answer.ok ? { ok: true, answer: json } : refusalOf(answer.status, json);
  } catch {
    return { ok: false, status: 0, key: 'unreachable', title: '', errors: {} };
  }
}

function refusalOf(status: number, json: unknown): Outcome {
  const document = (typeof json === 'object' && json !== null ? json : {}) as { type?: string; title?: string; errors?: Record<string, string[]> };
  const errors = Object.fromEntries(Object.entries(document.errors ?? {}).map(([field, messages]) => [field, messages[0] ?? '']));
  return { ok: false, status, key: document.type?.split('/').at(-1) ?? '', title: document.title ?? '', errors };
}

async function showPasskey(): Promise<Outcome> {
  const asked = await send({ method: 'POST', url: '/auth/passkey/step-up-options' });
  if (!asked.ok) return asked;
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const credential = await startAuthentication({ optionsJSON: asked.answer as PublicKeyCredentialRequestOptionsJSON });
    return await send({ method: 'POST', url: '/auth/passkey/step-up', body: { credential } });
  } catch {
    return { ok: false, status: 0, key: 'passkey-cancelled', title: '', errors: {} };
  }
}

/**
 * A call that may ask for a fresh proof (`step-up`): then `wanted` is true until `prove` was given a code, or a passkey was shown, and the
 * call is sent again. Nothing typed is lost on the way.
 */
export function useAdminCall() {
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const call = useCallback(async <Answer,>(request: Request): Promise<Outcome<Answer>> => {
    setBusy(true);
    const outcome = await send(request);
    setBusy(false);
    if (outcome.ok || outcome.key !== 'step-up') return outcome as Outcome<Answer>;
    return new Promise<Outcome>((done) => setWaiting({ request, done })) as Promise<Outcome<Answer>>;
  }, []);
  const settle = useCallback(async (shown: Promise<Outcome>): Promise<Outcome> => {
    const proof = await shown;
    if (!proof.ok || !waiting) return proof;
    setWaiting(null);
    waiting.done(await send(waiting.request));
    return proof;
  }, [waiting]);
  const prove = (code: string) => settle(send({ method: 'POST', url: '/auth/totp/verify', body: { code } }));
  const proveByPasskey = () => settle(showPasskey());
  const giveUp = useCallback(() => {
    waiting?.done({ ok: false, status: 403, key: 'step-up', title: '', errors: {} });
    setWaiting(null);
  }, [waiting]);
  return { call, busy, proof: { wanted: waiting !== null, prove, proveByPasskey, giveUp } };
}

export type Proof = ReturnType<typeof useAdminCall>['proof'];
