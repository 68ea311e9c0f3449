import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { callJson, type JsonRequest, type Outcome } from '@/components/session/json-call';
import type { LessonPlace, NotesInitial, NoteView } from './section-data';

const sortByPosition = (notes: NoteView[]) =>
  [...notes].sort((one, other) => one.positionSeconds - other.positionSeconds);

export function useNotes({ userId, courseSlug, lesson }: LessonPlace, initial: NotesInitial | undefined) {
  const t = useTranslations('notes');
  const [notes, setNotes] = useState<NoteView[] | null>(initial?.notes ?? null);
  const [problem, setProblem] = useState(initial?.problem ?? '');
  const base = `/api/user/${encodeURIComponent(userId)}`;
  const ofLesson = `${base}/lesson-notes/${encodeURIComponent(courseSlug)}/${encodeURIComponent(lesson)}`;

  useEffect(() => {
    if (initial) return;
    void callJson<NoteView[]>({ method: 'GET', url: ofLesson }).then((outcome) => {
      if (outcome.ok)
        setNotes((added) =>
          sortByPosition([
            ...outcome.answer,
            ...(added ?? []).filter(({ id }) => outcome.answer.every((note) => note.id !== id)),
          ]),
        );
      else setProblem(sentenceOf(outcome, t, t('unreachable')));
    });
  }, [initial, ofLesson, t]);

  const send = async <Answer>(
    request: JsonRequest,
    unreachable: string,
    apply: (answer: Answer) => void,
  ): Promise<string | null> => {
    const outcome = await callJson<Answer>(request);
    if (!outcome.ok) return sentenceOf(outcome, t, unreachable);
    apply(outcome.answer);
    return null;
  };
  const add = (note: { positionSeconds: string; text: string }) =>
    send<NoteView>({ method: 'POST', url: ofLesson, body: note }, t('unsaved'), (added) =>
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
  return { notes, problem, add, change, remove, addUrl: ofLesson, urlOf: (id: string) => `${base}/notes/${id}` };
}

function sentenceOf(outcome: Extract<Outcome, { ok: false }>, t: (key: string) => string, unreachable: string): string {
  if (outcome.status === 0) return unreachable;
  return Object.values(outcome.errors)[0] ?? (outcome.title || t('failed'));
}
