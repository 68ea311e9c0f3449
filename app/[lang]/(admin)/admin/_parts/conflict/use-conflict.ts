'use client';

import { useState } from 'react';
import { callJson, type Outcome } from '../../../../_session/json-call';

export interface Stored<Value> { readonly version: string; readonly value: Value }

/**
 * What somebody else saved first.
 * @param url of the call that has the current version
 * @param read takes from its answer what the editor edits
 */
export function useConflict<Answer, Value>(url: string | null, read: (answer: Answer) => Stored<Value>) {
  const [theirs, setTheirs] = useState<Stored<Value> | null>(null);
  /** After each save: a conflict is followed by the other version; where that cannot be read, the next save asks again. */
  const look = async (outcome: Outcome) => {
    if (outcome.ok || outcome.key !== 'conflict' || url === null) return;
    const found = await callJson<Answer>({ method: 'GET', url });
    if (found.ok) setTheirs(read(found.answer));
  };
  const forget = () => setTheirs(null);
  return { theirs, look, forget };
}
