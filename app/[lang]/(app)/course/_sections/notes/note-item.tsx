import { useState, type FormEvent, type MouseEvent } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { TextArea } from '../../../../_ui/form/text-area';
import { CodeText } from '../../../../_ui/text/code-text';
import { LessonTime } from '../../../../_course/lesson-time';
import { Disclosure } from '../../../../_ui/layout/disclosure';
import type { NotesLabels, ShownNote } from './notes-labels';
import styles from './notes.module.css';
import { positionText } from '@/lib/i18n/number-texts';

interface Props {
  note: ShownNote;
  action: string;
  labels: NotesLabels;
  /** Null without a video on the page. */
  onGo: ((seconds: number) => void) | null;
  onChange: (text: string) => Promise<string | null>;
  onRemove: () => Promise<string | null>;
}

export function NoteItem({ note, action, labels, onGo, onChange, onRemove }: Props) {
  const [isEdited, setEdited] = useState(false);
  const [problem, setProblem] = useState('');
  const clock = positionText(note.positionSeconds);
  const go = (event: MouseEvent) => {
    if (!onGo) return;
    event.preventDefault();
    onGo(note.positionSeconds);
  };
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const failed = await onChange(String(new FormData(event.currentTarget).get('text') ?? ''));
    setProblem(failed ?? '');
    setEdited(failed !== null);
  };
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    setProblem((await onRemove()) ?? '');
  };
  return (
    <li className={styles.note}>
      <LessonTime href={note.url} clock={clock} label={labels.go_to.replace('{time}', clock)} onClick={go} />
      <p className={styles.text} dir="auto"><CodeText>{note.text}</CodeText></p>
      <Disclosure summary={labels.edit} className={styles.edit} open={isEdited} onToggle={(event) => setEdited(event.currentTarget.open)}>
        <form id={`edit-${note.id}`} method="post" action={action} onSubmit={(event) => void change(event)}>
          <TextArea key={note.text} id={`note-${note.id}`} name="text" label={labels.text} defaultValue={note.text} rows={3} maxLength={4000} required dir="auto" />
        </form>
        {problem && <Notice tone="danger" alert>{problem}</Notice>}
        <div className={styles.row}>
          <Button type="submit" form={`edit-${note.id}`} size="small">{labels.save}</Button>
          <form method="post" action={`${action}/remove`} onSubmit={(event) => void remove(event)}>
            <Button type="submit" variant="quiet" size="small" icon="trash">{labels.remove}</Button>
          </form>
        </div>
      </Disclosure>
    </li>
  );
}
