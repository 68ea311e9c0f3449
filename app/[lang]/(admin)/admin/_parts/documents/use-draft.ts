'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { readCopy, removeCopy, writeCopy } from '../drafts/local-copy';

interface Draft<Value> { version: string; value: Value }

/**
 * What is typed survives a reload, a closed tab and a lost session: it is in the browser until it was saved.
 * @param name of the document, with the person: others may use the browser too
 * @param version of `initial`; what was begun from an older one is still shown, and saving it asks
 */
export function useDraft<Value>(name: string, initial: Value, version: string) {
  const [opened] = useState({ value: initial, version });
  const [value, setValue] = useState(initial);
  const [base, setBase] = useState(version);
  /** What was typed over; null: not known any more. */
  const [beganFrom, setBeganFrom] = useState<Value | null>(initial);
  const [restored, setRestored] = useState(false);
  const [dirty, setDirty] = useState(false);
  const current = useRef(initial);
  const show = useCallback((next: Value) => {
    current.current = next;
    setValue(next);
  }, []);
  useEffect(() => {
    const stored = readCopy<Draft<Value>>(name);
    if (!stored) return;
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser's storage exists only after the first paint
    show(stored.value);
    setBase(stored.version);
    setBeganFrom(stored.version === opened.version ? opened.value : null);
    setRestored(true);
    setDirty(true);
  }, [name, show, opened]);
  const change = useCallback((next: Value) => {
    show(next);
    setDirty(true);
    writeCopy(name, { version: base, value: next });
  }, [name, base, show]);
  const settle = useCallback((next: Value, nextVersion: string) => {
    removeCopy(name);
    show(next);
    setBase(nextVersion);
    setBeganFrom(next);
    setDirty(false);
    setRestored(false);
  }, [name, show]);
  /** What is typed, now begun from another version. @param from that version's value; null: not known */
  const rebase = useCallback((next: Value, nextVersion: string, from: Value | null) => {
    show(next);
    setBase(nextVersion);
    setBeganFrom(from);
    setDirty(true);
    writeCopy(name, { version: nextVersion, value: next });
  }, [name, show]);
  /**
   * After an answer: what was typed while the call was on its way stays, over the new version.
   * @param sent what the answer is about; null: nothing of what is typed
   */
  const accept = useCallback((sent: Value | null, stored: Value, nextVersion: string) => {
    if (current.current === sent) settle(stored, nextVersion);
    else rebase(current.current, nextVersion, sent === null ? null : stored);
  }, [settle, rebase]);
  return { value, base, beganFrom, dirty, restored, change, settle, rebase, accept };
}
