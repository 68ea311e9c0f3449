'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAdminCall } from '@/components/admin/call/use-admin-call';
import { usePreview } from '@/components/admin/documents/preview';
import { type JsonObject, mapAnswer, type SavedVersion, useDraft } from '@/components/admin/documents/use-draft';
import { callJson } from '@/components/session/json-call';

interface StoredContent {
  version: number;
  values: JsonObject;
}
export type FinishedAction = 'saved' | 'published' | null;

const savedContent = ({ version, values }: StoredContent): SavedVersion<JsonObject> => ({
  version: String(version),
  value: values,
});

export function useContent(id: string, userId: string, initial: StoredContent) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const url = `/api/admin/content/${id}`;
  const draft = useDraft<JsonObject>({
    key: `content:${userId}:${id}`,
    initial: savedContent(initial),
    save: async (values, version) =>
      mapAnswer(
        await call<StoredContent>({ method: 'PUT', url, body: { version: Number(version), values } }),
        savedContent,
      ),
    load: async () => mapAnswer(await callJson<StoredContent>({ method: 'GET', url }), savedContent),
  });
  const [done, setDone] = useState<FinishedAction>(null);

  const change = (next: JsonObject) => {
    draft.change(next);
    setDone(null);
  };
  const showStored = (stored: SavedVersion<JsonObject> | null, finished: FinishedAction) => {
    setDone(stored && finished);
    if (stored) router.refresh();
    return stored;
  };
  const send = async (action: string, body: object, sent: JsonObject | null) => {
    const outcome = await call<StoredContent>({ method: 'POST', url: `${url}/${action}`, body });
    showStored(await draft.finishSave(sent, mapAnswer(outcome, savedContent)), 'published');
  };
  const save = async () => showStored(await draft.save(), 'saved');
  const saveEdits = async () => (draft.isDirty ? showStored(await draft.flush(), 'saved') : draft.saved);
  const publish = async () => {
    const at = await saveEdits();
    if (at) await send('publish', { version: Number(at.version) }, at.value);
  };
  const decide = (action: 'confirm' | 'restore') =>
    send(action, { version: Number(draft.saved.version), number: 0 }, draft.isDirty ? null : draft.value);
  const { blocked: blockedPreview, openPreview } = usePreview();
  const preview = (lang: string) =>
    openPreview(async () => {
      if (!(await saveEdits())) return null;
      const outcome = await call<{ url: string }>({ method: 'POST', url: `${url}/preview`, body: { lang } });
      await draft.reportOutcome(outcome);
      return outcome.ok ? outcome.answer.url : null;
    });
  const continueEditing = (values: JsonObject) => {
    draft.continueEditing(values);
    router.refresh();
  };
  const takeTheirs = () => {
    draft.takeTheirs();
    setDone(null);
    router.refresh();
  };
  return {
    draft,
    busy,
    change,
    done,
    save,
    publish,
    preview,
    blockedPreview,
    decide,
    continueEditing,
    takeTheirs,
  };
}
