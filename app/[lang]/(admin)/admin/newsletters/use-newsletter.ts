'use client';

import { useState } from 'react';
import type { Language } from '@/lib/language';
import { callJson } from '../../../_session/json-call';
import type { DraftStore, Saved } from '../_parts/drafts/use-draft-calls';
import { useSavedDraft } from '../_parts/drafts/use-saved-draft';

// A type, since values are compared as JSON.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type Typed = { lang: Language; subject: string; preview: string; html: string; readerLang: Language | null; courseSlug: string | null; courseOwners: boolean };
export interface EditedNewsletter extends Typed { id: string; readers: number; updatedAt: string }

const typedOf = ({ lang, subject, preview, html, readerLang, courseSlug, courseOwners }: Typed): Typed => ({ lang, subject, preview, html, readerLang, courseSlug, courseOwners });
const blank = (lang: Language): Saved<Typed> => ({ id: '', number: 0, updatedAt: null, values: { lang, subject: '', preview: '', html: '', readerLang: lang, courseSlug: null, courseOwners: true } });
const savedOf = (newsletter: EditedNewsletter): Saved<Typed> => ({ id: newsletter.id, number: 1, updatedAt: newsletter.updatedAt, values: typedOf(newsletter) });

/** @param onReaders whom it would go to, counted with each save */
function storeOf(onReaders: (readers: number) => void): DraftStore<Typed> {
  return {
    async save({ id, updatedAt }, values) {
      const target = id === '' ? ({ method: 'POST', url: '/api/admin/newsletters' } as const) : ({ method: 'PUT', url: `/api/admin/newsletters/${id}` } as const);
      const result = await callJson<EditedNewsletter>({ ...target, body: { ...values, ...(updatedAt && { updatedAt }) } });
      if (!result.ok) return result;
      onReaders(result.answer.readers);
      return { ok: true, answer: savedOf(result.answer) };
    },
    async others({ id }) {
      const result = await callJson<EditedNewsletter>({ method: 'GET', url: `/api/admin/newsletters/${id}` });
      return result.ok ? savedOf(result.answer) : null;
    },
  };
}

interface Given { newsletter: EditedNewsletter | null; lang: Language; userId: string; folder: string }

/** One newsletter being written, as articles are. */
export function useNewsletter({ newsletter, lang, userId, folder }: Given) {
  const [readers, setReaders] = useState(newsletter?.readers ?? 0);
  const [store] = useState(() => storeOf(setReaders));
  const [first] = useState(() => (newsletter ? savedOf(newsletter) : blank(lang)));
  const draft = useSavedDraft<Typed>({ kind: 'newsletter', isNew: newsletter === null, first, userId, folder, store });
  return { ...draft, readers };
}
