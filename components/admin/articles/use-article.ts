'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { draftKey, type DraftVersion, replaceUrl } from '@/components/admin/documents/draft-url';
import { usePreview } from '@/components/admin/documents/preview';
import { type JsonObject, mapAnswer, type SavedVersion, useDraft } from '@/components/admin/documents/use-draft';
import { callJson } from '@/components/session/json-call';
import type { ArticleDraft } from '@/lib/articles/drafts';
import type { JsonValue } from '@/lib/content/form/form-node';
import { languages } from '@/lib/language';

export interface PublishedArticle {
  readonly updatedAt: string;
  readonly values: ArticleDraft;
}
interface StoredDraft extends DraftVersion {
  readonly values: ArticleDraft;
  readonly published: PublishedArticle | null;
}
type SavedArticle = SavedVersion<JsonObject, DraftVersion>;

const urlOf = (id: string): string => `/api/admin/articles/${id}`;

async function saveDraft(values: JsonObject, { id: loadedId, ...base }: DraftVersion) {
  const result = await callJson<StoredDraft>({
    method: 'PUT',
    url: `${urlOf(loadedId)}/draft`,
    body: { ...base, values: valuesToArticle(values) },
  });
  return mapAnswer(result, ({ id, number, updatedAt }): SavedArticle => ({
    version: { id, number, updatedAt },
    value: values,
  }));
}

/** Returns the draft, or the published article if that is newer than the draft that the editor has. */
async function loadDraft({ id, number }: DraftVersion) {
  const result = await callJson<StoredDraft>({ method: 'GET', url: `${urlOf(id)}/draft` });
  return mapAnswer(result, ({ number: storedNumber, updatedAt, values, published }): SavedArticle =>
    storedNumber !== number || !published || published.updatedAt === updatedAt
      ? { version: { id, number: storedNumber, updatedAt }, value: articleToValues(values) }
      : { version: { id, number, updatedAt: published.updatedAt }, value: articleToValues(published.values) },
  );
}

interface ArticleOptions {
  readonly isNew: boolean;
  readonly initial: SavedArticle;
  readonly published: PublishedArticle | null;
  readonly userId: string;
  readonly folder: string;
}

export function useArticle({ isNew, initial, published, userId, folder }: ArticleOptions) {
  const router = useRouter();
  const [isPublishing, setPublishing] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const [publishedAs, setPublishedAs] = useState<JsonObject | null>(null);
  const draft = useDraft<JsonObject, DraftVersion>({
    key: draftKey('article', userId),
    initial,
    autosave: true,
    isPaused: isPublishing || isDiscarding,
    async save(values, version) {
      const result = await saveDraft(values, version);
      if (!result.ok) return result;
      const { id: savedId } = result.answer.version;
      // The loaded draft or article is gone, so the text has become a draft of its own.
      if (savedId !== version.id) router.replace(`${folder}/${savedId}?done=plain_conflict`);
      else if (isNew) replaceUrl(`${folder}/${savedId}`);
      return result;
    },
    load: loadDraft,
  });
  const { value, saved } = draft;
  const { id } = saved.version;
  const publishedId = published?.values.id ?? null;
  const publish = async (done: 'published' | 'scheduled' | 'hidden') => {
    setPublishing(true);
    const at = await draft.flush();
    const request =
      publishedId === null
        ? ({ method: 'POST', url: '/api/admin/articles' } as const)
        : ({ method: 'PUT', url: urlOf(publishedId) } as const);
    const result =
      at &&
      (await callJson<{ id: string; updatedAt: string }>({
        ...request,
        body: {
          ...valuesToArticle(at.value),
          updatedAt: at.version.updatedAt,
          draft: { id: at.version.id, number: at.version.number },
        },
      }));
    setPublishing(false);
    if (!result) return;
    const stored = await draft.finishSave(
      at.value,
      mapAnswer(result, ({ id: newId, updatedAt }) => ({
        version: { id: newId, number: 0, updatedAt },
        value: at.value,
      })),
    );
    if (!stored) return;
    setPublishedAs(at.value);
    if (stored.version.id === publishedId) router.refresh();
    else router.replace(`${folder}/${stored.version.id}?done=${done}`);
  };
  const { blocked, openPreview } = usePreview();
  const preview = (lang: string) =>
    openPreview(async () => {
      const result =
        (await draft.flush()) &&
        (await callJson<{ url: string }>({ method: 'POST', url: `${urlOf(id)}/preview`, body: { lang } }));
      if (!result) return null;
      if (result.ok) return result.answer.url;
      await draft.reportOutcome(result);
      return null;
    });
  const deleteDraft = async () => {
    // Pause, because an autosave after the deletion would store the text as a new draft.
    setDiscarding(true);
    const at = await draft.waitForSaves();
    const result = await callJson({ method: 'DELETE', url: `${urlOf(id)}/draft?number=${at.version.number}` });
    setDiscarding(false);
    if (!result.ok) return void (await draft.reportOutcome(result));
    draft.adoptVersion(
      published
        ? { version: { id, number: 0, updatedAt: published.updatedAt }, value: articleToValues(published.values) }
        : at,
    );
    if (!published) router.replace(folder);
  };
  return {
    draft,
    publish,
    isPublishing,
    isPublished: publishedAs === value,
    preview,
    blockedPreview: blocked,
    deleteDraft,
  };
}

export type Article = ReturnType<typeof useArticle>;

export function articleToValues({ texts, ...shared }: ArticleDraft): JsonObject {
  return { all: shared, ...(texts as { [lang: string]: JsonValue }) };
}

function valuesToArticle({ all, ...parts }: JsonObject): ArticleDraft {
  const texts = Object.fromEntries(
    languages.flatMap((lang) => (parts[lang] === undefined ? [] : [[lang, parts[lang]]])),
  );
  return { ...(all as Omit<ArticleDraft, 'texts'>), texts };
}
