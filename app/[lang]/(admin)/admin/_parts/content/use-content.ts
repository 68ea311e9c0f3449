'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { JsonValue } from '@/lib/content/form/form-node';
import { useAdminCall, type Outcome } from '../call/use-admin-call';
import { useConflict } from '../conflict/use-conflict';
import { useDraft } from '../documents/use-draft';
import { usePreview } from '../documents/use-preview';

export interface Values { [part: string]: JsonValue }
interface Stored { version: number; values: Values }
export type Done = 'saved' | 'published' | null;

/** The document's calls; when somebody else was first, what they saved. */
function useContentCalls(id: string) {
  const { call, busy } = useAdminCall();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const url = `/api/admin/content/${id}`;
  const conflict = useConflict(url, ({ version, values }: Stored) => ({ version: String(version), value: values }));
  const send = async <Answer,>(method: 'PUT' | 'POST', action: string, body: unknown): Promise<Answer | null> => {
    const result = await call<Answer>({ method, url: `${url}${action}`, body });
    setOutcome(result);
    await conflict.look(result);
    return result.ok ? result.answer : null;
  };
  const forget = () => {
    conflict.forget();
    setOutcome(null);
  };
  return { send, busy, outcome, theirs: conflict.theirs, forget };
}

/** One document being edited: what is typed, what the server has, and the two versions when somebody else was first. */
export function useContent(id: string, userId: string, { version, values: initial }: Stored) {
  const router = useRouter();
  const { send, theirs, forget, ...calls } = useContentCalls(id);
  const draft = useDraft<Values>(`content:${userId}:${id}`, initial, String(version));
  const [done, setDone] = useState<Done>(null);

  const change = (next: Values) => {
    draft.change(next);
    setDone(null);
  };
  /** @param sent what was on the screen when the call was sent; null: nothing that is to be replaced */
  const accept = (stored: Stored | null, finished: Done, sent: Values | null): Stored | null => {
    setDone(stored && finished);
    if (!stored) return null;
    draft.accept(sent, stored.values, String(stored.version));
    router.refresh();
    return stored;
  };
  const onScreen: Stored = { version: Number(draft.base), values: draft.value };
  const save = async () => accept(await send<Stored>('PUT', '', onScreen), 'saved', onScreen.values);
  /** A draft that is on the screen alone is saved first. */
  const saved = async (): Promise<Stored | null> => (draft.dirty ? save() : onScreen);
  const publish = async () => {
    const at = await saved();
    if (at) accept(await send<Stored>('POST', '/publish', { version: at.version }), 'published', at.values);
  };
  const decide = async (action: 'confirm' | 'restore') =>
    accept(await send<Stored>('POST', `/${action}`, { version: onScreen.version, number: 0 }), 'published', draft.dirty ? null : onScreen.values);
  const { blocked: blockedPreview, open } = usePreview();
  const preview = (lang: string) => open(async () => {
    const address = (await saved()) && (await send<{ url: string }>('POST', '/preview', { lang }));
    return address ? address.url : null;
  });
  /** After a conflict: what is typed goes on over the other one's version. */
  const goOn = (values: Values) => {
    if (!theirs) return;
    draft.rebase(values, theirs.version, theirs.value);
    forget();
    router.refresh();
  };
  const takeTheirs = () => {
    if (theirs) draft.settle(theirs.value, theirs.version);
    setDone(null);
    forget();
    router.refresh();
  };
  return { ...draft, ...calls, change, done, theirs, save, publish, preview, blockedPreview, decide, goOn, takeTheirs };
}
