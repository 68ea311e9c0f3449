'use client';

import { useCallback, useRef, useState } from 'react';
import type { ArticleDraft } from '@/lib/blog/drafts';
import { callJson, type Outcome } from '../../../../_session/json-call';
import type { Values } from '../content/use-content';
import { draftOf, valuesOf } from './article-values';

export interface Version { readonly number: number; readonly updatedAt: string | null }
export interface Saved extends Version { readonly values: Values }
export interface Published { readonly updatedAt: string; readonly values: ArticleDraft }
/** Of the call's answer. */
interface State extends Version { readonly values: ArticleDraft; readonly published: Published | null }
export type SaveStatus = 'saved' | 'typed' | 'saving' | 'unreachable' | 'refused';

/** The draft's calls, one after the other: what is typed meanwhile is saved by the next. */
export function useDraftCalls(draftId: string, first: Saved) {
  const [saved, setSaved] = useState(first);
  const [status, setStatus] = useState<SaveStatus>('saved');
  const [theirs, setTheirs] = useState<Saved | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const known = useRef(first);
  const running = useRef<Promise<Saved | null> | null>(null);
  const url = `/api/admin/articles/${draftId}`;
  const accept = useCallback((next: Saved) => {
    known.current = next;
    setSaved(next);
    setStatus('saved');
  }, []);
  const refuse = useCallback(async (refused: Outcome & { ok: false }) => {
    setOutcome(refused);
    setStatus(refused.status === 0 || refused.status >= 500 || refused.status === 429 ? 'unreachable' : 'refused');
    const answer = refused.key === 'conflict' ? await callJson<State>({ method: 'GET', url: `${url}/draft` }) : null;
    if (answer?.ok) setTheirs(othersVersion(answer.answer, known.current));
  }, [url]);
  const send = useCallback(async (values: Values): Promise<Saved | null> => {
    setStatus('saving');
    const { number, updatedAt } = known.current;
    const result = await callJson<State>({ method: 'PUT', url: `${url}/draft`, body: { number, updatedAt, values: draftOf(values) } });
    if (!result.ok) {
      await refuse(result);
      return null;
    }
    const next = { number: result.answer.number, updatedAt: result.answer.updatedAt, values };
    setOutcome(null);
    accept(next);
    return next;
  }, [url, accept, refuse]);
  const save = useCallback(async (values: Values): Promise<Saved | null> => {
    await running.current;
    if (values === known.current.values) return known.current;
    const sending = send(values);
    running.current = sending;
    return sending;
  }, [send]);
  return { url, saved, status, setStatus, theirs, setTheirs, outcome, setOutcome, save, accept, refuse };
}

/** Somebody else's draft, or what was published meanwhile. */
function othersVersion({ number, updatedAt, values, published }: State, known: Version): Saved {
  if (number !== known.number || !published) return { number, updatedAt, values: valuesOf(values) };
  return { number, updatedAt: published.updatedAt, values: valuesOf(published.values) };
}
