import { useEffect, useState } from 'react';
import { callJson, type JsonRequest, type Outcome } from '../../../../_session/json-call';
import type { LessonPlace } from '../lesson-place';
import type { NotesInitial, NotesLabels, ShownNote } from './notes-labels';

const inOrder = (notes: ShownNote[]) => [...notes].sort((one, other) => one.positionSeconds - other.positionSeconds);

/** The notes of a lesson and what can be done with them. Each action resolves to what went wrong, or null. */
export function useNotes({ userId, courseSlug, lesson }: LessonPlace, initial: NotesInitial | undefined, labels: NotesLabels) {
  const [notes, setNotes] = useState<ShownNote[] | null>(initial?.notes ?? null);
  const [problem, setProblem] = useState(initial?.problem ?? '');
  const base = `/api/user/${encodeURIComponent(userId)}`;
  const ofLesson = `${base}/lesson-notes/${encodeURIComponent(courseSlug)}/${encodeURIComponent(lesson)}`;

  useEffect(() => {
    if (initial) return;
    void callJson<ShownNote[]>({ method: 'GET', url: ofLesson }).then((outcome) => {
      if (outcome.ok) setNotes((added) => inOrder([...outcome.answer, ...(added ?? []).filter(({ id }) => outcome.answer.every((note) => note.id !== id))]));
      else setProblem(sentenceOf(outcome, labels, labels.unreachable));
    });
  }, [initial, ofLesson, labels]);

  const send = async <Answer>(request: JsonRequest, unreachable: string, apply: (answer: Answer) => void): Promise<string | null> => {
    const outcome = await callJson<Answer>(request);
    if (!outcome.ok) return sentenceOf(outcome, labels, unreachable);
    apply(outcome.answer);
    return null;
  };
  const add = (note: { positionSeconds: string; text: string }) =>
    send<ShownNote>({ method: 'POST', url: ofLesson, body: note }, labels.unsaved, (added) => setNotes((known) => inOrder([...(known ?? []), added])));
  const change = (id: string, text: string) =>
    send<ShownNote>({ method: 'POST', url: `${base}/notes/${id}`, body: { text } }, labels.unsaved, (changed) => setNotes((known) => known?.map((note) => (note.id === id ? changed : note)) ?? null));
  const remove = (id: string) =>
    send<null>({ method: 'POST', url: `${base}/notes/${id}/remove` }, labels.unreachable, () => setNotes((known) => known?.filter((note) => note.id !== id) ?? null));
  return { notes, problem, add, change, remove, addUrl: ofLesson, urlOf: (id: string) => `${base}/notes/${id}` };
}

function sentenceOf(outcome: Extract<Outcome, { ok: false }>, labels: NotesLabels, unreachable: string): string {
  if (outcome.status === 0) return unreachable;
  return Object.values(outcome.errors)[0] ?? (outcome.title || labels.failed);
}
