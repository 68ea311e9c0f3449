'use client';

import { useState } from 'react';
import { isEqual } from '@/lib/content/form/differences';
import type { JsonValue } from '@/lib/content/form/form-node';
import { useAdminCall, type Outcome } from '../call/use-admin-call';
import type { JsonRequest } from '../../../../_session/json-call';
import { useConflict, type Stored } from './use-conflict';

interface Given<Answer, Typed extends JsonValue> {
  /** What the page was opened with. */
  readonly first: Stored<Typed>;
  /** Null while it is new. */
  readonly url: string | null;
  readonly read: (answer: Answer) => Stored<Typed>;
  /** A try without JavaScript. */
  readonly refused?: { readonly typed: Typed; readonly outcome: Outcome } | null;
}

/** A form of something that others may change meanwhile: what is typed, what it was begun from, and both versions when somebody else was first. */
export function useVersionedForm<Answer, Typed extends JsonValue>({ first, url, read, refused = null }: Given<Answer, Typed>) {
  const { call, busy, proof } = useAdminCall();
  const [typed, setTyped] = useState(refused?.typed ?? first.value);
  const [base, setBase] = useState(first);
  const [outcome, setOutcome] = useState<Outcome | null>(refused?.outcome ?? null);
  const { theirs, look, forget } = useConflict(url, read);
  const [given, setGiven] = useState(first.version);
  if (first.version !== given) {
    setGiven(first.version);
    // Changed by something else on the page, such as a button that ends it. What is typed stays, and the next save shows both.
    if (first.version !== base.version && isEqual(typed, base.value)) {
      setTyped(first.value);
      setBase(first);
    }
  }
  const send = async (request: JsonRequest): Promise<Outcome<Answer>> => {
    const result = await call<Answer>(request);
    setOutcome(result);
    if (result.ok) {
      const stored = read(result.answer);
      setBase(stored);
      setTyped((present) => (present === typed ? stored.value : present));
    }
    await look(result);
    return result;
  };
  /** After a conflict: these values, over the other one's version. */
  const goOn = (values: Typed) => {
    if (!theirs) return;
    setTyped(values);
    setBase(theirs);
    setOutcome(null);
    forget();
  };
  return { typed, setTyped, base, outcome, theirs, send, goOn, busy, proof };
}
