'use client';

import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Outcome } from '@/components/session/json-call';
import { readStoredJson, removeFromStorage, writeStorage } from '@/components/storage/browser-storage';
import { isEqual } from '@/lib/content/form/differences';
import type { JsonValue } from '@/lib/content/form/form-node';

export interface JsonObject {
  [key: string]: JsonValue;
}

export interface SavedVersion<Value, Version = string> {
  readonly version: Version;
  readonly value: Value;
}

export interface DraftOptions<Value, Version> {
  /** Storage key of the browser's copy. Include the user id, because several admins may share a browser. */
  readonly key: string | ((version: Version) => string);
  readonly initial: SavedVersion<Value, Version>;
  readonly save: (value: Value, version: Version) => Promise<Outcome<SavedVersion<Value, Version>>>;
  readonly load: (version: Version) => Promise<Outcome<SavedVersion<Value, Version>>>;
  readonly autosave?: boolean;
  readonly isPaused?: boolean;
  /** Values that the server refused when the form was sent without JavaScript. */
  readonly refused?: { readonly value: Value; readonly outcome: Outcome } | null;
}

type Status = 'saved' | 'typed' | 'saving' | 'unreachable' | 'refused';

interface State<Value, Version> {
  readonly value: Value;
  readonly saved: SavedVersion<Value, Version>;
  /** False if the text of the version that `value` is based on is unknown. */
  readonly isBaseKnown: boolean;
  readonly isRestored: boolean;
  readonly theirs: SavedVersion<Value, Version> | null;
  readonly outcome: Outcome | null;
  readonly status: Status;
}

const autosaveMs = 1500;
const retryMs = 8000;

/** Keeps unsaved edits, also in the browser's storage. After a conflict, `theirs` is the other admin's version. */
export function useDraft<Value extends JsonValue, Version = string>({
  key: keyOf,
  initial,
  save: store,
  load,
  autosave = false,
  isPaused = false,
  refused = null,
}: DraftOptions<Value, Version>) {
  type OwnVersion = SavedVersion<Value, Version>;
  const [state, setState] = useState<State<Value, Version>>({
    value: refused?.value ?? initial.value,
    saved: initial,
    isBaseKnown: true,
    isRestored: false,
    theirs: null,
    outcome: refused?.outcome ?? null,
    status: 'saved',
  });
  const { value, saved, theirs, status } = state;
  const isDirty = value !== saved.value;
  /** The newest state, for code that runs after an `await`, when the rendered `state` is out of date. */
  const latest = useRef(state);
  const update = useCallback((change: (before: State<Value, Version>) => State<Value, Version>) => {
    latest.current = change(latest.current);
    setState(latest.current);
  }, []);

  const [isOpened, setOpened] = useState(false);
  const key = typeof keyOf === 'string' ? keyOf : keyOf(saved.version);
  const open = useEffectEvent(() => {
    const copy = refused ? null : readCopy<OwnVersion>(key);
    setOpened(true);
    if (!copy) return;
    const isBaseKnown = isSameVersion(copy.version, initial.version);
    if (isBaseKnown && isEqual(copy.value, initial.value)) return;
    const version = isBaseKnown ? initial.version : copy.version;
    update((before) => ({
      ...before,
      value: copy.value,
      saved: { version, value: initial.value },
      isBaseKnown,
      isRestored: true,
    }));
  });
  // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser's storage exists only after the first paint
  useEffect(() => open(), []);

  const copy = useMemo(() => (isDirty ? { version: saved.version, value } : null), [isDirty, saved.version, value]);
  const storedKey = useRef(key);
  useEffect(() => {
    if (!isOpened) return;
    if (storedKey.current !== key) removeFromStorage(storedKey.current);
    storedKey.current = key;
    // If the storage is full, remove the older copy, which would otherwise be restored later.
    if (!copy || !writeStorage(key, JSON.stringify(copy))) removeFromStorage(key);
  }, [isOpened, key, copy]);

  const versionText = JSON.stringify(initial.version);
  /** Versions already seen: a refreshed page may arrive late, with a version that this editor has since replaced. */
  const knownVersions = useRef(new Set([versionText]));
  const adopt = useEffectEvent(() => {
    if (knownVersions.current.has(versionText)) return;
    knownVersions.current.add(versionText);
    // Keep edits. The next save then conflicts and shows both versions.
    update((before) => (before.value === before.saved.value ? settleDraft(before, initial, before.outcome) : before));
  });
  useEffect(() => adopt(), [versionText]);
  const rememberVersion = (next: OwnVersion) => knownVersions.current.add(JSON.stringify(next.version));

  const change = (next: Value) =>
    update((before) => ({
      ...before,
      value: before.isBaseKnown && isEqual(next, before.saved.value) ? before.saved.value : next,
      isRestored: before.isRestored && !autosave,
      status: before.status === 'saving' || before.status === 'unreachable' ? before.status : 'typed',
    }));
  const adoptVersion = (next: OwnVersion) => {
    rememberVersion(next);
    update((before) => settleDraft(before, next));
  };
  const reportOutcome = async (outcome: Outcome) => {
    update((before) => ({
      ...before,
      outcome,
      status: outcome.ok ? before.status : before.value === before.saved.value ? 'saved' : statusOf(outcome),
    }));
    if (outcome.ok || outcome.key !== 'conflict') return;
    // If loading fails, the next save conflicts and tries again.
    const loaded = await load(latest.current.saved.version);
    if (loaded.ok) update((before) => ({ ...before, theirs: loaded.answer }));
  };
  /** @param sent the stored value, or null if none of the edits were sent */
  const finishSave = async (sent: Value | null, outcome: Outcome<OwnVersion>): Promise<OwnVersion | null> => {
    if (!outcome.ok) {
      await reportOutcome(outcome);
      return null;
    }
    const { answer } = outcome;
    rememberVersion(answer);
    update((before) =>
      before.value === sent
        ? settleDraft(before, answer, outcome)
        : {
            ...before,
            saved: answer,
            isBaseKnown: sent !== null,
            isRestored: sent === null && before.isRestored,
            theirs: null,
            outcome,
            status: 'typed',
          },
    );
    return answer;
  };

  const running = useRef<Promise<OwnVersion | null>>(Promise.resolve(null));
  const enqueue = (work: () => Promise<OwnVersion | null>) => {
    running.current = running.current.then(work, work);
    return running.current;
  };
  /** Values whose save got no response. The server may have stored one of them. */
  const unanswered = useRef<Value[]>([]);
  /** Finds the own save behind a conflict. Returns null if another editor caused it. */
  const findOwnSave = async (outcome: Outcome): Promise<{ sent: Value; found: Outcome<OwnVersion> } | null> => {
    if (outcome.ok || outcome.key !== 'conflict' || unanswered.current.length === 0) return null;
    const found = await load(latest.current.saved.version);
    const sent = found.ok && unanswered.current.find((each) => isEqual(each, found.answer.value));
    return sent === false || sent === undefined ? null : { sent, found };
  };
  const send = async (): Promise<OwnVersion | null> => {
    const sent = latest.current.value;
    update((before) => ({ ...before, status: 'saving' }));
    const outcome = await store(sent, latest.current.saved.version);
    const own = await findOwnSave(outcome);
    if (outcome.ok || own) unanswered.current = [];
    else if (statusOf(outcome) === 'unreachable' && !unanswered.current.includes(sent)) unanswered.current.push(sent);
    if (!own) return finishSave(sent, outcome);
    const stored = await finishSave(own.sent, own.found);
    return latest.current.value === latest.current.saved.value ? stored : send();
  };
  const save = () => enqueue(send);
  const flush = () =>
    enqueue(async () => (latest.current.value === latest.current.saved.value ? latest.current.saved : send()));

  const waitForSaves = async (): Promise<OwnVersion> => {
    await running.current;
    return latest.current.saved;
  };

  const isWaiting =
    autosave &&
    !isPaused &&
    isDirty &&
    !state.isRestored &&
    theirs === null &&
    status !== 'saving' &&
    status !== 'refused';
  const wait = status === 'unreachable' ? retryMs : autosaveMs;
  const autosaveNow = useEffectEvent(() => void flush());
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => autosaveNow(), wait);
    return () => clearTimeout(timer);
  }, [isWaiting, wait, value]);
  useEffect(() => {
    const retryLost = () =>
      update((before) => (before.status === 'unreachable' ? { ...before, status: 'typed' } : before));
    window.addEventListener('online', retryLost);
    return () => window.removeEventListener('online', retryLost);
  }, [update]);

  /** Resolves a conflict: continues editing `next`, based on the other admin's version. */
  const continueEditing = (next: Value) => {
    if (theirs) rememberVersion(theirs);
    update((before) => {
      if (!before.theirs) return before;
      const value = isEqual(next, before.theirs.value) ? before.theirs.value : next;
      return { ...settleDraft(before, before.theirs), value, status: 'typed' };
    });
  };
  return {
    value,
    saved,
    baseValue: state.isBaseKnown ? saved.value : null,
    isDirty,
    isRestored: state.isRestored && isDirty,
    theirs,
    outcome: state.outcome,
    errors: state.outcome && !state.outcome.ok ? state.outcome.errors : noErrors,
    status,
    change,
    save,
    flush,
    waitForSaves,
    adoptVersion,
    reportOutcome,
    finishSave,
    continueEditing,
    takeTheirs: () => theirs && adoptVersion(theirs),
    keepRestored: () => update((before) => ({ ...before, isRestored: false })),
    discard: () => adoptVersion(initial),
  };
}

export type Draft<Value extends JsonValue, Version = string> = ReturnType<typeof useDraft<Value, Version>>;

const noErrors: Readonly<Record<string, string>> = {};

const settleDraft = <Value, Version>(
  before: State<Value, Version>,
  saved: SavedVersion<Value, Version>,
  outcome: Outcome | null = null,
): State<Value, Version> => ({
  ...before,
  value: saved.value,
  saved,
  isBaseKnown: true,
  isRestored: false,
  theirs: null,
  outcome,
  status: 'saved',
});

const statusOf = ({ status }: { status: number }): Status =>
  status === 0 || status >= 500 || status === 429 ? 'unreachable' : 'refused';

const isSameVersion = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Also reads the old format of articles and newsletters, which stored the version's fields beside `values`. */
function readCopy<Copy>(key: string): Copy | null {
  const copy = readStoredJson(key);
  if (typeof copy !== 'object' || copy === null || !('values' in copy)) return copy as Copy | null;
  const { values, ...version } = copy;
  return { version, value: values } as Copy;
}

export const mapAnswer = <Answer, Mapped>(
  outcome: Outcome<Answer>,
  map: (answer: Answer) => Mapped,
): Outcome<Mapped> => (outcome.ok ? { ok: true, answer: map(outcome.answer) } : outcome);
