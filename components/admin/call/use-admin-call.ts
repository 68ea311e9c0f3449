'use client';

import { useCallback, useRef, useState } from 'react';
import { callJson, type JsonRequest, type Outcome } from '@/components/session/json-call';
import { stepUpWithCode, stepUpWithPasskey } from '@/components/session/step-up';

export type { Outcome };

interface WaitingCall {
  request: JsonRequest;
  done: (outcome: Outcome) => void;
}

const cancelledOutcome = { ok: false, status: 0, key: 'given-up', title: '', errors: {} } satisfies Outcome;

/** Opens an MFA challenge if the server demands one (`step-up`), then repeats the call. The form keeps its text. */
export function useAdminCall() {
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState(false);
  const waiting = useRef<WaitingCall | null>(null);
  const send = useCallback(async (request: JsonRequest): Promise<Outcome> => {
    setBusy(true);
    const outcome = await callJson(request);
    setBusy(false);
    return outcome;
  }, []);
  const call = useCallback(
    async <Answer>(request: JsonRequest): Promise<Outcome<Answer>> => {
      const outcome = await send(request);
      if (outcome.ok || outcome.key !== 'step-up') return outcome as Outcome<Answer>;
      setWanted(true);
      return new Promise<Outcome>((done) => {
        waiting.current = { request, done };
      }) as Promise<Outcome<Answer>>;
    },
    [send],
  );
  const settle = useCallback(
    async (shown: Promise<Outcome>): Promise<Outcome> => {
      const proof = await shown;
      const asked = waiting.current;
      if (!proof.ok || !asked) return proof;
      // The admin can no longer cancel.
      waiting.current = null;
      const outcome = await send(asked.request);
      setWanted(false);
      asked.done(outcome);
      return proof;
    },
    [send],
  );
  const prove = (code: string) => settle(stepUpWithCode(code));
  const proveByPasskey = () => settle(stepUpWithPasskey());
  const giveUp = useCallback(() => {
    if (!waiting.current) return;
    waiting.current.done(cancelledOutcome);
    waiting.current = null;
    setWanted(false);
  }, []);
  return { call, busy, proof: { wanted, prove, proveByPasskey, giveUp } };
}

export type StepUpPrompt = ReturnType<typeof useAdminCall>['proof'];

/** @returns null after a success, or if the admin cancelled the challenge */
export function outcomeErrorText(outcome: Outcome, labels: { failed: string; unreachable: string }): string | null {
  if (outcome.ok || outcome.key === cancelledOutcome.key) return null;
  return outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed;
}

/** Warns before the tab is closed, even after the admin has moved on to another admin page. */
export async function warnBeforeUnloadWhile<Value>(work: Promise<Value>): Promise<Value> {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  try {
    return await work;
  } finally {
    window.removeEventListener('beforeunload', warn);
  }
}
