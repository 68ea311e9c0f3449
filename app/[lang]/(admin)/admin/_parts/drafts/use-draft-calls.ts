'use client';

import { useCallback, useRef, useState } from 'react';
import type { Outcome } from '../../../../_session/json-call';

/** `number` is 0 while nothing is saved. */
export interface Version { readonly id: string; readonly number: number; readonly updatedAt: string | null }
export interface Saved<Value> extends Version { readonly values: Value }
export type SaveStatus = 'saved' | 'typed' | 'saving' | 'unreachable' | 'refused';

/** The calls of one kind of draft; it stays the same object from render to render. */
export interface DraftStore<Value> {
  /** @returns the version that is saved now, and where */
  readonly save: (known: Version, values: Value) => Promise<Outcome<Version>>;
  /** Somebody else's version after a conflict; null when it cannot be read. */
  readonly others: (known: Version) => Promise<Saved<Value> | null>;
}

/** The draft's calls, one after the other: what is typed meanwhile is saved by the next. */
export function useDraftCalls<Value>({ save: saveAt, others }: DraftStore<Value>, first: Saved<Value>) {
  const [saved, setSaved] = useState(first);
  const [status, setStatus] = useState<SaveStatus>('saved');
  const [theirs, setTheirs] = useState<Saved<Value> | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const known = useRef(first);
  const running = useRef<Promise<Saved<Value> | null> | null>(null);
  const accept = useCallback((next: Saved<Value>) => {
    known.current = next;
    setSaved(next);
    setStatus('saved');
  }, []);
  const refuse = useCallback(async (refused: Outcome & { ok: false }) => {
    setOutcome(refused);
    setStatus(refused.status === 0 || refused.status >= 500 || refused.status === 429 ? 'unreachable' : 'refused');
    const found = refused.key === 'conflict' ? await others(known.current) : null;
    if (found) setTheirs(found);
  }, [others]);
  const send = useCallback(async (values: Value): Promise<Saved<Value> | null> => {
    setStatus('saving');
    const result = await saveAt(known.current, values);
    if (!result.ok) {
      await refuse(result);
      return null;
    }
    const { id, number, updatedAt } = result.answer;
    const next = { id, number, updatedAt, values };
    setOutcome(null);
    accept(next);
    return next;
  }, [saveAt, accept, refuse]);
  const save = useCallback(async (values: Value): Promise<Saved<Value> | null> => {
    await running.current;
    if (values === known.current.values) return known.current;
    const sending = send(values);
    running.current = sending;
    return sending;
  }, [send]);
  return { saved, status, setStatus, theirs, setTheirs, outcome, setOutcome, save, accept, refuse };
}
