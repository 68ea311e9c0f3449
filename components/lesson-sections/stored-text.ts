import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';
import { readStorage, removeFromStorage, writeStorage } from '@/components/storage/browser-storage';

const drafts = new EventTarget();

function onDraftChange(listener: () => void): () => void {
  drafts.addEventListener('change', listener);
  return () => drafts.removeEventListener('change', listener);
}

function storeDraft(key: string, text: string): void {
  if (text === '') removeFromStorage(key);
  else writeStorage(key, text);
  drafts.dispatchEvent(new Event('change'));
}

/** @param typed the text that the server refused and returned with the page */
export function useStoredText(
  key: string,
  typed: string,
  area: RefObject<HTMLTextAreaElement | null>,
): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    onDraftChange,
    () => readStorage(key) ?? '',
    () => typed,
  );
  // Store text that the learner typed before hydration, or that the server returned: so far only the field has it.
  useLayoutEffect(() => {
    if (area.current?.value) storeDraft(key, area.current.value);
  }, [key, area]);
  return [text, (changed) => storeDraft(key, changed)];
}
