'use client';

import { useEffect, useState } from 'react';
import { readCopy, removeCopy, writeCopy } from './local-copy';
import { useDraftCalls, type DraftStore, type Saved } from './use-draft-calls';

interface LocalCopy<Value> { readonly id: string; readonly number: number; readonly updatedAt: string | null; readonly values: Value }

interface Given<Value> {
  readonly kind: 'article' | 'newsletter';
  readonly isNew: boolean;
  /** What the page was opened with. */
  readonly first: Saved<Value>;
  readonly userId: string;
  /** The address of the list; a draft's own is its id below it. */
  readonly folder: string;
  readonly store: DraftStore<Value>;
}

const autosaveMs = 1500;
const retryMs = 8000;

/** Reads the copy once, then has in it what the server does not. @param copy null: the server has everything */
function useLocalCopy<Value>(name: string, copy: LocalCopy<Value> | null, onFound: (copy: LocalCopy<Value>) => void): void {
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    if (isOpened) return;
    const found = readCopy<LocalCopy<Value>>(name);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser's storage exists only after the first paint
    setOpened(true);
    if (found) onFound(found);
  }, [name, isOpened, onFound]);
  useEffect(() => {
    if (!isOpened) return;
    if (copy) writeCopy(name, copy);
    else removeCopy(name);
  }, [isOpened, name, copy]);
}

/** A new draft gets an address that a reload finds, in place of `/new`. */
function useOwnAddress(isSavedNew: boolean, copyName: string, address: string): void {
  useEffect(() => {
    if (!isSavedNew) return;
    removeCopy(copyName);
    window.history.replaceState(null, '', address);
  }, [isSavedNew, copyName, address]);
}

function useAutosave<Value>(isWaiting: boolean, isRetry: boolean, save: (values: Value) => Promise<unknown>, value: Value): void {
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void save(value), isRetry ? retryMs : autosaveMs);
    return () => clearTimeout(timer);
  }, [isWaiting, isRetry, save, value]);
}

/** A text being written: saved by itself, with a copy in the browser of what the server does not have. */
export function useSavedDraft<Value>({ kind, isNew, first, userId, folder, store }: Given<Value>) {
  const [value, setValue] = useState(first.values);
  const [isRestored, setRestored] = useState(false);
  /** The values that the page was opened with, when the copy was begun from another version. */
  const [notTypedOver, setNotTypedOver] = useState<Value | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const calls = useDraftCalls(store, first);
  const { saved, status, setStatus, theirs, setTheirs, setOutcome, save, accept } = calls;
  const dirty = value !== saved.values;
  /** What was typed over; null: not known. */
  const beganFrom = saved.values === notTypedOver ? null : saved.values;
  const isUnnamed = isNew && saved.number === 0 && saved.updatedAt === null;
  const nameOf = (id: string) => `${kind}:${userId}:${id}`;
  const newName = nameOf('new');
  const [copy, setCopy] = useState<LocalCopy<Value> | null>(null);
  const wanted = dirty ? { id: saved.id, number: saved.number, updatedAt: saved.updatedAt, values: value } : null;
  if (copy?.values !== wanted?.values || copy?.number !== wanted?.number || copy?.updatedAt !== wanted?.updatedAt) setCopy(wanted);
  useLocalCopy<Value>(isUnnamed ? newName : nameOf(saved.id), copy, (found) => {
    setValue(found.values);
    if (found.number !== first.number || found.updatedAt !== first.updatedAt) setNotTypedOver(first.values);
    accept({ ...found, values: first.values });
    setRestored(true);
  });
  useOwnAddress(isNew && saved.number > 0, newName, `${folder}/${saved.id}`);
  useAutosave(dirty && !isRestored && !theirs && !isPublishing && status !== 'saving' && status !== 'refused', status === 'unreachable', save, value);
  useEffect(() => {
    const again = () => setStatus((before) => (before === 'unreachable' ? 'typed' : before));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [setStatus]);
  const change = (next: Value) => {
    setValue(next);
    setRestored(false);
    setStatus((before) => (before === 'saving' || before === 'unreachable' ? before : 'typed'));
  };
  /** What the server has now, perhaps under another id; what was typed since stays. */
  const settle = (next: Saved<Value>) => {
    if (next.id !== saved.id) removeCopy(nameOf(saved.id));
    accept(next);
    setRestored(false);
    setTheirs(null);
    setOutcome(null);
  };
  /** A version of the server's, in place of what is typed. */
  const show = (next: Saved<Value>) => {
    settle(next);
    setValue(next.values);
  };
  /** After a conflict: what is typed goes on over the other one's version. */
  const goOn = (values: Value) => {
    if (!theirs) return;
    accept(theirs);
    setTheirs(null);
    setOutcome(null);
    change(values);
  };
  return { ...calls, value, beganFrom, dirty, isRestored, isPublishing, setPublishing, change, settle, show, goOn, first, goOnWithCopy: () => setRestored(false) };
}
