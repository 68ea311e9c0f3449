import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { callJson, firstError, type JsonRequest } from '@/components/session/json-call';
import type { LessonPlace, NotesInitial, NoteView } from './section-data';

const sortByPosition = (notes: NoteView[]) =>
  [...notes].sort((one, other) => one.positionSeconds - other.positionSeconds);

export function useNotes({ userId, courseSlug, lesson }: LessonPlace, initial: NotesInitial | undefined) {
  const t = useTranslations('notes');
  const [notes, setNotes] = useState<NoteView[] | null>(initial?.notes ?? null);
  const [error, setError] = useState(initial?.error ?? '');
  const base = `/api/user/${encodeURIComponent(userId)}`;
  const lessonNotesUrl = `${base}/lesson-notes/${encodeURIComponent(courseSlug)}/${encodeURIComponent(lesson)}`;

  useEffect(() => {
    if (initial) return;
    void callJson<NoteView[]>({ method: 'GET', url: lessonNotesUrl }).then((outcome) => {
      if (outcome.ok)
        setNotes((added) =>
          sortByPosition([
            ...outcome.answer,
            ...(added ?? []).filter(({ id }) => outcome.answer.every((note) => note.id !== id)),
          ]),
        );
      else setError(firstError(outcome, { unreachable: t('unreachable'), failed: t('failed') }));
    });
  }, [initial, lessonNotesUrl, t]);

  const send = async <Answer>(
    request: JsonRequest,
    unreachable: string,
    apply: (answer: Answer) => void,
  ): Promise<string | null> => {
    const outcome = await callJson<Answer>(request);
    if (!outcome.ok) return firstError(outcome, { unreachable, failed: t('failed') });
    apply(outcome.answer);
    return null;
  };
  const add = (note: { positionSeconds: string; text: string }) =>
    send<NoteView>({ method: 'POST', url: lessonNotesUrl, body: note }, t('unsaved'), (added) =>
      setNotes((known) => sortByPosition([...(known ?? []), added])),
    );
  const change = (id: string, text: string) =>
    send<NoteView>({ method: 'POST', url: `${base}/notes/${id}`, body: { text } }, t('unsaved'), (changed) =>
      setNotes((known) => known?.map((note) => (note.id === id ? changed : note)) ?? null),
    );
  const remove = (id: string) =>
    send<null>({ method: 'POST', url: `${base}/notes/${id}/remove` }, t('unreachable'), () =>
      setNotes((known) => known?.filter((note) => note.id !== id) ?? null),
    );
  return { notes, error, add, change, remove, addUrl: lessonNotesUrl, urlOf: (id: string) => `${base}/notes/${id}` };
}
