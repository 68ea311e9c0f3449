'use client';

import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isEqual } from '@/lib/content/form/differences';
import type { JsonValue } from '@/lib/content/form/form-node';
import type { Outcome } from '@/components/session/json-call';
import { readStoredJson, removeStored, writeStored } from '@/components/storage/browser-storage';

export interface JsonObject {
  [key: string]: JsonValue;
}

export interface Saved<Value, Version = string> {
  readonly version: Version;
  readonly value: Value;
}

export interface DraftOptions<Value, Version> {
  /** Names the browser's copy. Includes the user, because others may share the browser. */
  readonly key: string | ((version: Version) => string);
  readonly initial: Saved<Value, Version>;
  readonly save: (value: Value, version: Version) => Promise<Outcome<Saved<Value, Version>>>;
  /** Reads what another editor saved, after a conflict. */
  readonly load: (version: Version) => Promise<Outcome<Saved<Value, Version>>>;
  readonly autosave?: boolean;
  readonly isPaused?: boolean;
  /** Text that the server refused from a form without JavaScript. */
  readonly refused?: { readonly value: Value; readonly outcome: Outcome } | null;
}

type Status = 'saved' | 'typed' | 'saving' | 'unreachable' | 'refused';

interface State<Value, Version> {
  readonly value: Value;
  readonly saved: Saved<Value, Version>;
  /** False if `value` was typed over a version whose text is unknown here. */
  readonly isBaseKnown: boolean;
  readonly isRestored: boolean;
  readonly theirs: Saved<Value, Version> | null;
  readonly outcome: Outcome | null;
  readonly status: Status;
}

const autosaveMs = 1500;
const retryMs = 8000;

/**
 * Holds what an admin types until it is saved, in the browser too, so that a closed tab loses nothing. If another admin
 * saved first, both versions are shown. Edits made during a save stay.
 */
export function useDraft<Value extends JsonValue, Version = string>({
  key: keyOf,
  initial,
  save: store,
  load,
  autosave = false,
  isPaused = false,
  refused = null,
}: DraftOptions<Value, Version>) {
  type Own = Saved<Value, Version>;
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
  /** The state for code that runs after a call, when the rendered one is old. */
  const latest = useRef(state);
  const update = useCallback((change: (before: State<Value, Version>) => State<Value, Version>) => {
    latest.current = change(latest.current);
    setState(latest.current);
  }, []);

  const [isOpened, setOpened] = useState(false);
  const key = typeof keyOf === 'string' ? keyOf : keyOf(saved.version);
  const open = useEffectEvent(() => {
    const copy = refused ? null : readCopy<Own>(key);
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
  const keptAt = useRef(key);
  useEffect(() => {
    if (!isOpened) return;
    if (keptAt.current !== key) removeStored(keptAt.current);
    keptAt.current = key;
    // An older copy must not stay if the storage is full: it would be restored later.
    if (!copy || !writeStored(key, JSON.stringify(copy))) removeStored(key);
  }, [isOpened, key, copy]);

  const versionText = JSON.stringify(initial.version);
  /** The page may deliver a version late that this editor has saved over since. */
  const known = useRef(new Set([versionText]));
  const adopt = useEffectEvent(() => {
    if (known.current.has(versionText)) return;
    known.current.add(versionText);
    // Keep edits. The next save then conflicts and shows both versions.
    update((before) => (before.value === before.saved.value ? settled(before, initial, before.outcome) : before));
  });
  useEffect(() => adopt(), [versionText]);
  const remember = (next: Own) => known.current.add(JSON.stringify(next.version));

  const change = (next: Value) =>
    update((before) => ({
      ...before,
      value: before.isBaseKnown && isEqual(next, before.saved.value) ? before.saved.value : next,
      isRestored: before.isRestored && !autosave,
      status: before.status === 'saving' || before.status === 'unreachable' ? before.status : 'typed',
    }));
  const settle = (next: Own) => {
    remember(next);
    update((before) => settled(before, next));
  };
  /** Shows why the server refused a call about this draft, and after a conflict also the other version. */
  const report = async (outcome: Outcome) => {
    update((before) => ({
      ...before,
      outcome,
      status: outcome.ok ? before.status : before.value === before.saved.value ? 'saved' : statusOf(outcome),
    }));
    if (outcome.ok || outcome.key !== 'conflict') return;
    // If this fails, the next save tries again.
    const found = await load(latest.current.saved.version);
    if (found.ok) update((before) => ({ ...before, theirs: found.answer }));
  };
  /**
   * Takes the answer to a call that stored the draft.
   * @param sent the value that was stored; null if none of the edits were sent
   */
  const finish = async (sent: Value | null, outcome: Outcome<Own>): Promise<Own | null> => {
    if (!outcome.ok) {
      await report(outcome);
      return null;
    }
    const { answer } = outcome;
    remember(answer);
    update((before) =>
      before.value === sent
        ? settled(before, answer, outcome)
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

  const running = useRef<Promise<Own | null>>(Promise.resolve(null));
  const inTurn = (work: () => Promise<Own | null>) => {
    running.current = running.current.then(work, work);
    return running.current;
  };
  const send = async () => {
    const sent = latest.current.value;
    update((before) => ({ ...before, status: 'saving' }));
    return finish(sent, await store(sent, latest.current.saved.version));
  };
  const save = () => inTurn(send);
  const flush = () =>
    inTurn(async () => (latest.current.value === latest.current.saved.value ? latest.current.saved : send()));

  const isWaiting =
    autosave &&
    !isPaused &&
    isDirty &&
    !state.isRestored &&
    theirs === null &&
    status !== 'saving' &&
    status !== 'refused';
  const wait = status === 'unreachable' ? retryMs : autosaveMs;
  const saveByItself = useEffectEvent(() => void flush());
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => saveByItself(), wait);
    return () => clearTimeout(timer);
  }, [isWaiting, wait, value]);
  useEffect(() => {
    const again = () => update((before) => (before.status === 'unreachable' ? { ...before, status: 'typed' } : before));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [update]);

  /** Goes on with a value on top of the other editor's version. */
  const goOn = (next: Value) => {
    if (theirs) remember(theirs);
    update((before) => {
      if (!before.theirs) return before;
      const value = isEqual(next, before.theirs.value) ? before.theirs.value : next;
      return { ...settled(before, before.theirs), value, status: 'typed' };
    });
  };
  return {
    value,
    saved,
    /** The text that the edits began from; null if it is unknown. */
    beganFrom: state.isBaseKnown ? saved.value : null,
    isDirty,
    isRestored: state.isRestored && isDirty,
    theirs,
    outcome: state.outcome,
    errors: state.outcome && !state.outcome.ok ? state.outcome.errors : noErrors,
    status,
    change,
    save,
    flush,
    settle,
    report,
    finish,
    goOn,
    takeTheirs: () => theirs && settle(theirs),
    keepRestored: () => update((before) => ({ ...before, isRestored: false })),
    discard: () => settle(initial),
  };
}

export type Draft<Value extends JsonValue, Version = string> = ReturnType<typeof useDraft<Value, Version>>;

const noErrors: Readonly<Record<string, string>> = {};

const settled = <Value, Version>(
  before: State<Value, Version>,
  saved: Saved<Value, Version>,
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

/** Older copies of articles and newsletters have their version beside `values`. */
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
