'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { callJson } from '../../../../_session/json-call';
import type { Values } from '../content/use-content';
import { draftOf, valuesOf } from './article-values';
import { readCopy, removeCopy, writeCopy, type LocalCopy } from './local-copy';
import { useDraftCalls, type Published, type Saved } from './use-draft-calls';

interface Given { readonly id: string; readonly isNew: boolean; readonly saved: Saved; readonly userId: string; readonly folder: string }

const autosaveMs = 1500;
const retryMs = 8000;

/** Reads the copy once, then has in it what the server does not. @param copy null: the server has everything */
function useLocalCopy(name: string, copy: LocalCopy | null, onFound: (copy: LocalCopy) => void): void {
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    if (isOpened) return;
    const found = readCopy(name);
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

/** A draft of a new article gets an address that a reload finds, in place of `/new`. */
function useOwnAddress(isSavedNew: boolean, copyName: string, address: string): void {
  useEffect(() => {
    if (!isSavedNew) return;
    removeCopy(copyName);
    window.history.replaceState(null, '', address);
  }, [isSavedNew, copyName, address]);
}

function useAutosave(isWaiting: boolean, isRetry: boolean, save: (values: Values) => Promise<unknown>, value: Values): void {
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void save(value), isRetry ? retryMs : autosaveMs);
    return () => clearTimeout(timer);
  }, [isWaiting, isRetry, save, value]);
}

/** One article being written: saved by itself, with a copy in the browser of what the server does not have. */
export function useArticle({ id, isNew, saved: first, userId, folder }: Given) {
  const [draftId, setDraftId] = useState(id);
  const [value, setValue] = useState(first.values);
  const [isRestored, setRestored] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const calls = useDraftCalls(draftId, first);
  const { saved, status, setStatus, theirs, setTheirs, setOutcome, save, accept } = calls;
  const dirty = value !== saved.values;
  const newName = `article:${userId}:new`;
  const isUnnamed = isNew && saved.number === 0;
  const [copy, setCopy] = useState<LocalCopy | null>(null);
  const wanted = dirty ? { id: draftId, number: saved.number, updatedAt: saved.updatedAt, values: value } : null;
  if (copy?.values !== wanted?.values || copy?.number !== wanted?.number || copy?.updatedAt !== wanted?.updatedAt) setCopy(wanted);
  useLocalCopy(isUnnamed ? newName : `article:${userId}:${draftId}`, copy, (found) => {
    setValue(found.values);
    setDraftId(found.id);
    accept({ number: found.number, updatedAt: found.updatedAt, values: first.values });
    setRestored(true);
  });
  useOwnAddress(isNew && saved.number > 0, newName, `${folder}/${draftId}`);
  useAutosave(dirty && !isRestored && !theirs && !isPublishing && status !== 'saving' && status !== 'refused', status === 'unreachable', save, value);
  useEffect(() => {
    const again = () => setStatus((before) => (before === 'unreachable' ? 'typed' : before));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [setStatus]);
  const change = (next: Values) => {
    setValue(next);
    setRestored(false);
    setStatus((before) => (before === 'saving' || before === 'unreachable' ? before : 'typed'));
  };
  /** A version of the server's, in place of what is typed. */
  const show = (next: Saved) => {
    accept(next);
    setValue(next.values);
    setRestored(false);
    setTheirs(null);
    setOutcome(null);
  };
  /** After a conflict: what is typed goes on over the other one's version. */
  const goOn = (values: Values) => {
    if (!theirs) return;
    accept(theirs);
    setTheirs(null);
    setOutcome(null);
    change(values);
  };
  return { ...calls, draftId, value, dirty, isRestored, isPublishing, setPublishing, change, show, goOn, first, goOnWithCopy: () => setRestored(false) };
}

export type Article = ReturnType<typeof useArticle>;

/** What the buttons do. */
export function useArticleActions(article: Article, published: Published | null, folder: string) {
  const router = useRouter();
  const [publishedAs, setPublishedAs] = useState<Values | null>(null);
  const { draftId, value, saved, url, save, show, refuse, setPublishing } = article;
  const publishedId = published?.values.id ?? null;
  const publish = async () => {
    setPublishing(true);
    const at = await save(value);
    const request = publishedId === null ? ({ method: 'POST', url: '/api/admin/articles' } as const) : ({ method: 'PUT', url: `/api/admin/articles/${publishedId}` } as const);
    const result = at && (await callJson<{ id: string; updatedAt: string }>({ ...request, body: { ...draftOf(at.values), updatedAt: at.updatedAt, draft: { id: draftId, number: at.number } } }));
    setPublishing(false);
    if (!result) return;
    if (!result.ok) return void (await refuse(result));
    show({ number: 0, updatedAt: result.answer.updatedAt, values: at.values });
    setPublishedAs(at.values);
    if (result.answer.id === publishedId) router.refresh();
    else router.replace(`${folder}/${result.answer.id}`);
  };
  const preview = async (lang: string) => {
    const result = (await save(value)) && (await callJson<{ url: string }>({ method: 'POST', url: `${url}/preview`, body: { lang } }));
    if (!result) return;
    if (result.ok) window.open(result.answer.url, '_blank', 'noopener');
    else await refuse(result);
  };
  const discard = async () => {
    const result = await callJson({ method: 'DELETE', url: `${url}/draft?number=${saved.number}` });
    if (!result.ok) return void (await refuse(result));
    show(published ? { number: 0, updatedAt: published.updatedAt, values: valuesOf(published.values) } : { ...saved, values: value });
    if (!published) router.replace(folder);
  };
  return { publish, preview, discard, isPublished: publishedAs === value };
}
