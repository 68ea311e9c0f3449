'use client';

import { useCallback, useEffect, useState } from 'react';

interface Draft<Value> { version: string; value: Value }

/**
 * What is typed survives a reload, a lost session and a full tab of mistakes: it is stored in the tab until it was saved.
 * `version` names what it began from; a draft of an older version is still shown, and saving it asks.
 */
export function useDraft<Value>(name: string, initial: Value, version: string) {
  const [value, setValue] = useState(initial);
  const [base, setBase] = useState(version);
  const [restored, setRestored] = useState(false);
  const [dirty, setDirty] = useState(false);
  useEffect(() => {
    const stored = read<Value>(name);
    if (!stored) return;
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the tab's storage exists only after the first paint
    setValue(stored.value);
    setBase(stored.version);
    setRestored(true);
    setDirty(true);
  }, [name]);
  const change = useCallback((next: Value) => {
    setValue(next);
    setDirty(true);
    sessionStorage.setItem(name, JSON.stringify({ version: base, value: next }));
  }, [name, base]);
  const settle = useCallback((next: Value, nextVersion: string) => {
    sessionStorage.removeItem(name);
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
    sessionStorage.setItem(name, JSON.stringify({ version: nextVersion, value: next }));
  }, [name]);
  return { value, base, dirty, restored, change, settle, rebase };
}

function read<Value>(name: string): Draft<Value> | null {
  try {
    const text = sessionStorage.getItem(name);
    return text ? (JSON.parse(text) as Draft<Value>) : null;
  } catch {
    return null;
  }
}
