'use client';

import { useCallback, useState } from 'react';
import { callJson, type JsonRequest, type Outcome } from '../../../../_session/json-call';
import { showCode, showPasskey } from '../../../../_session/second-factor';

export type { Outcome };

interface Waiting { request: JsonRequest; done: (outcome: Outcome) => void }

/**
 * A call that may ask for a fresh proof (`step-up`): then `wanted` is true until `prove` was given a code, or a passkey was shown, and the
 * call is sent again. Nothing typed is lost on the way.
 */
export function useAdminCall() {
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const call = useCallback(async <Answer,>(request: JsonRequest): Promise<Outcome<Answer>> => {
    setBusy(true);
    const outcome = await callJson(request);
    setBusy(false);
    if (outcome.ok || outcome.key !== 'step-up') return outcome as Outcome<Answer>;
    return new Promise<Outcome>((done) => setWaiting({ request, done })) as Promise<Outcome<Answer>>;
  }, []);
  const settle = useCallback(async (shown: Promise<Outcome>): Promise<Outcome> => {
    const proof = await shown;
    if (!proof.ok || !waiting) return proof;
    setWaiting(null);
    waiting.done(await callJson(waiting.request));
    return proof;
  }, [waiting]);
  const prove = (code: string) => settle(showCode(code));
  const proveByPasskey = () => settle(showPasskey());
  const giveUp = useCallback(() => {
    waiting?.done({ ok: false, status: 403, key: 'step-up', title: '', errors: {} });
    setWaiting(null);
  }, [waiting]);
  return { call, busy, proof: { wanted: waiting !== null, prove, proveByPasskey, giveUp } };
}

export type Proof = ReturnType<typeof useAdminCall>['proof'];
