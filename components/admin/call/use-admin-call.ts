'use client';

import { useCallback, useRef, useState } from 'react';
import { callJson, errorText, type JsonRequest, type Outcome } from '@/components/session/json-call';
import { stepUpWithCode, stepUpWithPasskey } from '@/components/session/step-up';

export type { Outcome };

interface WaitingCall {
  request: JsonRequest;
  done: (outcome: Outcome) => void;
}

const cancelledOutcome = { ok: false, status: 0, key: 'cancelled', title: '', errors: {} } satisfies Outcome;

/** Opens an MFA challenge if the server demands one (`step-up`), then repeats the call. The form keeps its text. */
export function useAdminCall() {
  const [busy, setBusy] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
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
      setNeeded(true);
      return new Promise<Outcome>((done) => {
        waiting.current = { request, done };
      }) as Promise<Outcome<Answer>>;
    },
    [send],
  );
  const settle = useCallback(
    async (challenge: Promise<Outcome>): Promise<Outcome> => {
      const result = await challenge;
      const repeated = waiting.current;
      if (!result.ok || !repeated) return result;
      // The admin can no longer cancel.
      waiting.current = null;
      const outcome = await send(repeated.request);
      setNeeded(false);
      repeated.done(outcome);
      return result;
    },
    [send],
  );
  const submitCode = (code: string) => settle(stepUpWithCode(code));
  const submitPasskey = () => settle(stepUpWithPasskey());
  const cancel = useCallback(() => {
    if (!waiting.current) return;
    waiting.current.done(cancelledOutcome);
    waiting.current = null;
    setNeeded(false);
  }, []);
  return { call, busy, stepUp: { isNeeded, submitCode, submitPasskey, cancel } };
}

export type StepUpPrompt = ReturnType<typeof useAdminCall>['stepUp'];

/** @returns null after a success, or if the admin cancelled the challenge */
export function outcomeErrorText(outcome: Outcome, labels: { failed: string; unreachable: string }): string | null {
  if (outcome.ok || outcome.key === cancelledOutcome.key) return null;
  return errorText(outcome, labels);
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
