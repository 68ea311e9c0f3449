'use client';

import { useCallback, useRef, useState } from 'react';
import { callJson, type JsonRequest, type Outcome } from '../../../../_session/json-call';
import { showCode, showPasskey } from '../../../../_session/second-factor';

export type { Outcome };

interface Waiting { request: JsonRequest; done: (outcome: Outcome) => void }

const givenUp = { ok: false, status: 0, key: 'given-up', title: '', errors: {} } satisfies Outcome;

/**
 * A call that may ask for a fresh proof (`step-up`): then `wanted` is true until `prove` was given a code, or a passkey was shown, and the
 * call that is sent again was answered. Nothing typed is lost on the way. Whoever gives the proof up gets an outcome of which nothing is said.
 */
export function useAdminCall() {
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState(false);
  const waiting = useRef<Waiting | null>(null);
  const send = useCallback(async (request: JsonRequest): Promise<Outcome> => {
    setBusy(true);
    const outcome = await callJson(request);
    setBusy(false);
    return outcome;
  }, []);
  const call = useCallback(async <Answer,>(request: JsonRequest): Promise<Outcome<Answer>> => {
    const outcome = await send(request);
    if (outcome.ok || outcome.key !== 'step-up') return outcome as Outcome<Answer>;
    setWanted(true);
    return new Promise<Outcome>((done) => { waiting.current = { request, done }; }) as Promise<Outcome<Answer>>;
  }, [send]);
  const settle = useCallback(async (shown: Promise<Outcome>): Promise<Outcome> => {
    const proof = await shown;
    const asked = waiting.current;
    if (!proof.ok || !asked) return proof;
    // From here on it is sent, and cannot be given up.
    waiting.current = null;
    const outcome = await send(asked.request);
    setWanted(false);
    asked.done(outcome);
    return proof;
  }, [send]);
  const prove = (code: string) => settle(showCode(code));
  const proveByPasskey = () => settle(showPasskey());
  const giveUp = useCallback(() => {
    if (!waiting.current) return;
    waiting.current.done(givenUp);
    waiting.current = null;
    setWanted(false);
  }, []);
  return { call, busy, proof: { wanted, prove, proveByPasskey, giveUp } };
}

export type Proof = ReturnType<typeof useAdminCall>['proof'];

/** What is said of a call; null of one that was done, or given up by who was asked for a proof. */
export function faultText(outcome: Outcome, labels: { failed: string; unreachable: string }): string | null {
  if (outcome.ok || outcome.key === givenUp.key) return null;
  return outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed;
}
