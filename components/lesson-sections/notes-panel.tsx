'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { LessonTime } from '@/components/course/lesson-time';
import { TextArea } from '@/components/form/field';
import { Disclosure } from '@/components/layout/disclosure';
import { usePlayer } from '@/components/player/player-context';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/feedback/notice';
import { LineLink } from '@/components/ui/navigation/text-link';
import { CodeText } from '@/components/ui/text/code-text';
import { positionText } from '@/lib/i18n/formats';
import { NoteForm } from './note-form';
import type { LessonPlace, NotesInitial, NoteView } from './section-data';
import { useNotes } from './use-notes';
import styles from './notes.module.css';

interface Props {
  place: LessonPlace;
  initial: NotesInitial | undefined;
  requests: number;
}

export function NotesPanel({ place, initial, requests }: Props) {
  const t = useTranslations('notes');
  const player = usePlayer();
  const { notes, error, add, change, remove, addUrl, urlOf } = useNotes(place, initial);
  const panel = useRef<HTMLDivElement>(null);
  const isRemoving = useRef(false);
  // After a removal, focus the list: focusing the text field would pause the video.
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
      <ErrorNotice>{error}</ErrorNotice>
      <NoteForm
        action={addUrl}
        draftKey={`note-draft:${place.userId}:${place.courseSlug}:${place.lesson}`}
        typed={initial?.typed}
        player={player}
        requests={requests}
        onSave={add}
      />
      {notes === null && !error && (
        <p role="status" className={styles.soft}>
          {t('loading')}
        </p>
      )}
      {notes?.length === 0 && (
        <p className={styles.soft} tabIndex={-1}>
          {t('empty')}
        </p>
      )}
      {notes && notes.length > 0 && (
        <ol className={styles.list} tabIndex={-1}>
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              action={urlOf(note.id)}
              onGo={player ? player.goTo : null}
              onChange={(text) => change(note.id, text)}
              onRemove={() => removeNote(note.id)}
            />
          ))}
        </ol>
      )}
      <LineLink href={`/${place.lang}/profile/notes`} prefetch={false}>
        {t('all')}
      </LineLink>
    </div>
  );
}

interface NoteItemProps {
  note: NoteView;
  action: string;
  onGo: ((seconds: number) => void) | null;
  onChange: (text: string) => Promise<string | null>;
  onRemove: () => Promise<string | null>;
}

function NoteItem({ note, action, onGo, onChange, onRemove }: NoteItemProps) {
  const t = useTranslations('notes');
  const [isEdited, setEdited] = useState(false);
  const [error, setError] = useState('');
  const clock = positionText(note.positionSeconds);
  const jumpToNote = (event: MouseEvent) => {
    if (!onGo) return;
    event.preventDefault();
    onGo(note.positionSeconds);
  };
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const failed = await onChange(String(new FormData(event.currentTarget).get('text') ?? ''));
    setError(failed ?? '');
    setEdited(failed !== null);
  };
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    setError((await onRemove()) ?? '');
  };
  return (
    <li className={styles.note}>
      <LessonTime href={note.url} clock={clock} label={t('go_to', { time: clock })} onClick={jumpToNote} />
      <p className={styles.text} dir="auto">
        <CodeText>{note.text}</CodeText>
      </p>
      <Disclosure
        summary={t('edit')}
        className={styles.edit}
        open={isEdited}
        onToggle={(event) => setEdited(event.currentTarget.open)}
      >
        <form id={`edit-${note.id}`} method="post" action={action} onSubmit={(event) => void change(event)}>
          <TextArea
            key={note.text}
            id={`note-${note.id}`}
            name="text"
            label={t('text')}
            defaultValue={note.text}
            rows={3}
            maxLength={4000}
            required
            dir="auto"
          />
        </form>
        <ErrorNotice>{error}</ErrorNotice>
        <div className={styles.row}>
          <Button type="submit" form={`edit-${note.id}`} size="small">
            {t('save')}
          </Button>
          <form method="post" action={`${action}/remove`} onSubmit={(event) => void remove(event)}>
            <Button type="submit" variant="quiet" size="small" icon="trash">
              {t('remove')}
            </Button>
          </form>
        </div>
      </Disclosure>
    </li>
  );
}
