import { useTranslations } from 'next-intl';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { readStored, removeStored, writeStored } from '@/components/storage/browser-storage';
import type { PlayerHandle } from '@/components/player/player-context';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Field, TextArea } from '@/components/form/field';
import type { NotesInitial } from './section-data';
import styles from './notes.module.css';
import { positionText } from '@/lib/i18n/formats';

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

  const begin = () => {
    if (text === '' && player) setAt(positionText(player.seconds()));
    const release = player?.hold();
    if (release) playOn.current = combine(playOn.current, release);
  };
  const end = () => {
    playOn.current();
    playOn.current = () => undefined;
  };
  const leave = (event: FocusEvent<HTMLFormElement>) => {
    if (text === '' && !event.currentTarget.contains(event.relatedTarget)) end();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setState('saving');
    const failed = await onSave({ positionSeconds: at === '' ? positionText(player?.seconds() ?? 0) : at, text });
    setState('writing');
    setError(failed ?? '');
    if (failed !== null) return;
    setText('');
    area.current?.blur();
    end();
  };
  const listen = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  return (
    <form method="post" action={action} className={styles.form} onSubmit={(event) => void save(event)} onBlur={leave}>
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
        onFocus={begin}
        onKeyDown={listen}
      />
      {error && (
        <Notice tone="danger" alert>
          {error}
        </Notice>
      )}
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

const drafts = new EventTarget();

function onDraftChange(listener: () => void): () => void {
  drafts.addEventListener('change', listener);
  return () => drafts.removeEventListener('change', listener);
}

function storeDraft(key: string, text: string): void {
  if (text === '') removeStored(key);
  else writeStored(key, text);
  drafts.dispatchEvent(new Event('change'));
}

function useStoredText(
  key: string,
  typed: string,
  area: RefObject<HTMLTextAreaElement | null>,
): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    onDraftChange,
    () => readStored(key) ?? '',
    () => typed,
  );
  // Store text that the learner typed before hydration: so far only the field has it.
  useLayoutEffect(() => {
    if (area.current?.value) storeDraft(key, area.current.value);
  }, [key, area]);
  return [text, (changed) => storeDraft(key, changed)];
}
