'use client';

import { useState, type SubmitEvent } from 'react';
import type { Outcome } from '../../../../_session/json-call';
import { showCode, showPasskey } from '../../../../_session/second-factor';

/** The second factors that the account has: an authenticator's codes, passkeys. */
export interface ProofWays { code: boolean; passkey: boolean }

const nothing = { password: false, factor: false };

/** The name of the submitting button that shows a passkey instead of a code. */
export const passkeyButton = 'byPasskey';

/**
 * For a form whose call may be refused for an old sign-in (`reauthenticate`) or for a second factor that was not shown lately (`step-up`):
 * then `wanted` says what the form asks for beside its own fields, and its next submission shows that first.
 */
export function useFreshProof(ways: ProofWays) {
  const [wanted, setWanted] = useState(nothing);
  const [fault, setFault] = useState<'password' | 'code' | 'passkey'>();
  /** Null where the form has to ask. */
  async function submit<Answer>(event: SubmitEvent<HTMLFormElement>, call: (fields: FormData) => Promise<Outcome<Answer>>): Promise<Outcome<Answer> | null> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const byPasskey = event.nativeEvent.submitter?.getAttribute('name') === passkeyButton;
    setFault(undefined);
    if (wanted.factor) {
      const way = !ways.code || byPasskey ? 'passkey' : 'code';
      const shown = await (way === 'passkey' ? showPasskey() : showCode(textIn(fields, 'totp') ?? ''));
      if (!shown.ok) {
        setFault(way);
        return null;
      }
    }
    const outcome = await call(fields);
    const key = outcome.ok ? '' : outcome.key;
    const isRefused = key === 'reauthenticate' || key === 'step-up';
    // The first time it is a question, not a fault.
    if (key === 'reauthenticate' && wanted.password) setFault('password');
    if (outcome.ok) setWanted(nothing);
    else setWanted({ password: wanted.password || key === 'reauthenticate', factor: key === 'step-up' });
    return isRefused ? null : outcome;
  }
  return { ways, wanted, fault, submit };
}

export type FreshProof = ReturnType<typeof useFreshProof>;

/** What was typed into a field; undefined where the form does not have it. */
export function textIn(fields: FormData, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' ? value : undefined;
}
