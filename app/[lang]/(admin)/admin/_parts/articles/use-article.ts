'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ArticleDraft } from '@/lib/blog/drafts';
import type { JsonValue } from '@/lib/content/form/form-node';
import { languages } from '@/lib/language';
import { callJson } from '../../../../_session/json-call';
import type { Values } from '../content/use-content';
import type { DraftStore, Saved, Version } from '../drafts/use-draft-calls';
import { usePreview } from '../documents/use-preview';
import { useSavedDraft } from '../drafts/use-saved-draft';

export interface Published { readonly updatedAt: string; readonly values: ArticleDraft }
/** Of the call's answer. */
interface State extends Version { readonly values: ArticleDraft; readonly published: Published | null }

const addressOf = (id: string): string => `/api/admin/articles/${id}`;

const store: DraftStore<Values> = {
  async save({ id, number, updatedAt }, values) {
    const result = await callJson<State>({ method: 'PUT', url: `${addressOf(id)}/draft`, body: { number, updatedAt, values: draftOf(values) } });
    return result.ok ? { ok: true, answer: { ...result.answer, id } } : result;
  },
  /** Somebody else's draft, or what was published meanwhile. */
  async others(known) {
    const result = await callJson<State>({ method: 'GET', url: `${addressOf(known.id)}/draft` });
    if (!result.ok) return null;
    const { number, updatedAt, values, published } = result.answer;
    if (number !== known.number || !published) return { id: known.id, number, updatedAt, values: valuesOf(values) };
    return { id: known.id, number, updatedAt: published.updatedAt, values: valuesOf(published.values) };
  },
};

interface Given { readonly isNew: boolean; readonly first: Saved<Values>; readonly userId: string; readonly folder: string }

/** One article being written. */
export const useArticle = (given: Given) => useSavedDraft<Values>({ ...given, kind: 'article', store });

export type Article = ReturnType<typeof useArticle>;

/** What the buttons do. */
export function useArticleActions(article: Article, published: Published | null, folder: string) {
  const router = useRouter();
  const [publishedAs, setPublishedAs] = useState<Values | null>(null);
  const { value, saved, save, settle, show, refuse, setPublishing } = article;
  const { id } = saved;
  const publishedId = published?.values.id ?? null;
  /** @param done what the page of a new article says */
  const publish = async (done: 'published' | 'scheduled' | 'hidden') => {
    setPublishing(true);
    const at = await save(value);
    const request = publishedId === null ? ({ method: 'POST', url: '/api/admin/articles' } as const) : ({ method: 'PUT', url: addressOf(publishedId) } as const);
    const result = at && (await callJson<{ id: string; updatedAt: string }>({ ...request, body: { ...draftOf(at.values), updatedAt: at.updatedAt, draft: { id: at.id, number: at.number } } }));
    setPublishing(false);
    if (!result) return;
    if (!result.ok) return void (await refuse(result));
    settle({ id: result.answer.id, number: 0, updatedAt: result.answer.updatedAt, values: at.values });
    setPublishedAs(at.values);
    if (result.answer.id === publishedId) router.refresh();
    else router.replace(`${folder}/${result.answer.id}?done=${done}`);
  };
  const { blocked, open } = usePreview();
  const preview = (lang: string) => open(async () => {
    const result = (await save(value)) && (await callJson<{ url: string }>({ method: 'POST', url: `${addressOf(id)}/preview`, body: { lang } }));
    if (!result) return null;
    if (result.ok) return result.answer.url;
    await refuse(result);
    return null;
  });
  const discard = async () => {
    const result = await callJson({ method: 'DELETE', url: `${addressOf(id)}/draft?number=${saved.number}` });
    if (!result.ok) return void (await refuse(result));
    show(published ? { id, number: 0, updatedAt: published.updatedAt, values: valuesOf(published.values) } : { ...saved, values: value });
    if (!published) router.replace(folder);
  };
  return { publish, preview, blockedPreview: blocked, discard, isPublished: publishedAs === value };
}

/** As the page editor has documents: what all languages share under `all`, and a part a language. */
export function valuesOf({ texts, ...shared }: ArticleDraft): Values {
  return { all: shared, ...(texts as { [lang: string]: JsonValue }) };
}

export function draftOf({ all, ...parts }: Values): ArticleDraft {
  const texts = Object.fromEntries(languages.flatMap((lang) => (parts[lang] === undefined ? [] : [[lang, parts[lang]]])));
  return { ...(all as Omit<ArticleDraft, 'texts'>), texts };
}
