'use client';

import { useLayoutEffect, useRef } from 'react';
import { usePlayer } from '../../../../_player/player-context';
import { Notice } from '../../../../_ui/feedback/notice';
import type { LessonPlace } from '../lesson-place';
import { LineLink } from '../../../../_ui/navigation/text-link';
import { NoteForm } from './note-form';
import { NoteItem } from './note-item';
import type { NotesInitial, NotesLabels } from './notes-labels';
import styles from './notes.module.css';
import { useNotes } from './use-notes';

interface Props {
  place: LessonPlace;
  labels: NotesLabels;
  initial: NotesInitial | undefined;
  /** Grows with each press of `n`. */
  requests: number;
}

/** Row N14: a note at the second where the video is, and those of this lesson. */
export function NotesPanel({ place, labels, initial, requests }: Props) {
  const player = usePlayer();
  const { notes, problem, add, change, remove, addUrl, urlOf } = useNotes(place, initial, labels);
  const panel = useRef<HTMLDivElement>(null);
  const isRemoving = useRef(false);
  // The pressed button goes with its note. Not to the field: with it the video would pause.
  useLayoutEffect(() => {
    if (isRemoving.current) panel.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
    isRemoving.current = false;
  }, [notes]);
  const removeNote = async (id: string) => {
    isRemoving.current = true;
    const failed = await remove(id);
    if (failed !== null) isRemoving.current = false;
    return failed;
  };
  return (
    <div ref={panel} className={styles.notes}>
      {problem && <Notice tone="danger" alert>{problem}</Notice>}
      <NoteForm action={addUrl} draftKey={`note-draft:${place.userId}:${place.courseSlug}:${place.lesson}`} labels={labels} typed={initial?.typed} player={player} requests={requests} onSave={add} />
      {notes === null && !problem && <p role="status" className={styles.soft}>{labels.loading}</p>}
      {notes?.length === 0 && <p className={styles.soft} tabIndex={-1}>{labels.empty}</p>}
      {notes && notes.length > 0 && (
        <ol className={styles.list} tabIndex={-1}>
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} action={urlOf(note.id)} labels={labels} onGo={player ? player.goTo : null} onChange={(text) => change(note.id, text)} onRemove={() => removeNote(note.id)} />
          ))}
        </ol>
      )}
      <LineLink href={`/${place.lang}/profile/notes`} prefetch={false}>{labels.all}</LineLink>
    </div>
  );
}
