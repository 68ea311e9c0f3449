'use client';

import { useCallback, useEffect, useState } from 'react';
import { readCopy, removeCopy, writeCopy } from '../drafts/local-copy';

interface Draft<Value> { version: string; value: Value }

/**
 * What is typed survives a reload, a closed tab and a lost session: it is in the browser until it was saved.
 * @param name of the document, with the person: others may use the browser too
 * @param version what it began from; a draft of an older version is still shown, and saving it asks
 */
export function useDraft<Value>(name: string, initial: Value, version: string) {
  const [value, setValue] = useState(initial);
  const [base, setBase] = useState(version);
  const [restored, setRestored] = useState(false);
  const [dirty, setDirty] = useState(false);
  useEffect(() => {
    const stored = readCopy<Draft<Value>>(name);
    if (!stored) return;
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser's storage exists only after the first paint
    setValue(stored.value);
    setBase(stored.version);
    setRestored(true);
    setDirty(true);
  }, [name]);
  const change = useCallback((next: Value) => {
    setValue(next);
    setDirty(true);
    writeCopy(name, { version: base, value: next });
  }, [name, base]);
  const settle = useCallback((next: Value, nextVersion: string) => {
    removeCopy(name);
    setValue(next);
    setBase(nextVersion);
    setDirty(false);
    setRestored(false);
  }, [name]);
  /** What is typed, now begun from another version. */
  const rebase = useCallback((next: Value, nextVersion: string) => {
    setValue(next);
    setBase(nextVersion);
    setDirty(true);
    writeCopy(name, { version: nextVersion, value: next });
  }, [name]);
  return { value, base, dirty, restored, change, settle, rebase };
}
