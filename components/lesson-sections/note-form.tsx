import { useTranslations } from 'next-intl';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Field, TextArea } from '@/components/form/field';
import type { PlayerHandle } from '@/components/player/player-context';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/feedback/notice';
import { positionText } from '@/lib/i18n/formats';
import type { NotesInitial } from './section-data';
import { useStoredText } from './stored-text';
import styles from './notes.module.css';

interface Props {
  action: string;
  draftKey: string;
  typed: NotesInitial['typed'] | undefined;
  player: PlayerHandle | null;
  requests: number;
  onSave: (note: { positionSeconds: string; text: string }) => Promise<string | null>;
}

/** Pauses the video while the learner writes, and resumes it when the note is saved or left empty. */
export function NoteForm({ action, draftKey, typed, player, requests, onSave }: Props) {
  const t = useTranslations('notes');
  const area = useRef<HTMLTextAreaElement>(null);
  const playOn = useRef<() => void>(() => undefined);
  const [at, setAt] = useState(typed?.positionSeconds ?? '');
  const [text, setText] = useStoredText(draftKey, typed?.text ?? '', area);
  const [state, setState] = useState<'writing' | 'saving'>('writing');
  const [error, setError] = useState('');

  useEffect(() => {
    if (requests > 0) area.current?.focus();
  }, [requests]);

  const beginWriting = () => {
    if (player && (text === '' || at === '')) setAt(positionText(player.seconds()));
    const release = player?.hold();
    if (release) playOn.current = combine(playOn.current, release);
  };
  const endWriting = () => {
    playOn.current();
    playOn.current = () => undefined;
  };
  const handleBlur = (event: FocusEvent<HTMLFormElement>) => {
    if (text === '' && !event.currentTarget.contains(event.relatedTarget)) endWriting();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'saving') return;
    setState('saving');
    const failed = await onSave({ positionSeconds: at === '' ? positionText(player?.seconds() ?? 0) : at, text });
    setState('writing');
    setError(failed ?? '');
    if (failed !== null) return;
    // Keep what the learner typed while the note was on its way.
    if (area.current && area.current.value !== text) return;
    setText('');
    area.current?.blur();
    endWriting();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key === 'Enter' && !event.repeat && (event.ctrlKey || event.metaKey))
      event.currentTarget.form?.requestSubmit();
  };
  return (
    <form
      method="post"
      action={action}
      className={styles.form}
      onSubmit={(event) => void save(event)}
      onBlur={handleBlur}
    >
      <TextArea
        ref={area}
        id="note-text"
        name="text"
        label={t('text')}
        help={t('text_help')}
        rows={3}
        maxLength={4000}
        required
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={beginWriting}
        onKeyDown={handleKeyDown}
      />
      <ErrorNotice>{error}</ErrorNotice>
      <div className={styles.row}>
        <Field
          id="note-at"
          name="positionSeconds"
          label={t('at')}
          latin
          required
          size={6}
          pattern="([0-9٠-٩]{1,2}:)?[0-9٠-٩]{1,4}:[0-9٠-٩]{1,2}"
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
        <Button type="submit" busy={state === 'saving'}>
          {state === 'saving' ? t('saving') : t('save')}
        </Button>
      </div>
    </form>
  );
}

const combine = (first: () => void, second: () => void) => () => {
  first();
  second();
};
