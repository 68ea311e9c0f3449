import { useTranslations } from 'next-intl';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { TextArea } from '@/components/form/field';
import { HiddenFields } from '@/components/form/form';
import { Disclosure } from '@/components/layout/disclosure';
import { callJson, firstError } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { CodeText } from '@/components/ui/text/code-text';
import { formatDay } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import type { WireAnswer, WireQuestion } from './section-data';
import { useStoredText } from './stored-text';
import styles from './questions.module.css';

interface PostMetaProps {
  written: WireQuestion | WireAnswer;
  lang: Language;
}

export function PostMeta({ written, lang }: PostMetaProps) {
  const t = useTranslations('questions');
  return (
    <p className={styles.meta}>
      <bdi className={styles.author}>{written.author ?? t('deleted')}</bdi>
      {written.byTeam && <Badge>{t('team')}</Badge>}
      {written.own && <span>{t('you')}</span>}
      <time dateTime={written.createdAt}>{formatDay(new Date(written.createdAt), lang)}</time>
      {written.edited && <span>{t('edited')}</span>}
    </p>
  );
}

interface EditablePostProps extends PostMetaProps {
  base: string;
  onChange: () => void;
  onRemove: () => void;
}

export function EditablePost({ written, lang, base, onChange, onRemove }: EditablePostProps) {
  const t = useTranslations('questions');
  return (
    <>
      <PostMeta written={written} lang={lang} />
      <p className={styles.text} dir="auto">
        <CodeText>{written.text || t('deleted')}</CodeText>
      </p>
      {written.hiddenWhy !== null && (
        <p className={styles.soft}>
          {t('hidden')} <bdi>{written.hiddenWhy}</bdi>
        </p>
      )}
      {written.own && (
        <Disclosure key={written.text} summary={t('edit')}>
          {written.hiddenWhy === null && (
            <EditForm
              id={`edit-${written.id}`}
              action={`${base}/change`}
              label={t('edit')}
              submit={t('save')}
              written={written.text}
              onDone={onChange}
            />
          )}
          <ActionForm action={`${base}/remove`} label={t('remove')} onDone={onRemove} />
        </Disclosure>
      )}
    </>
  );
}

/** Keeps a question or an answer that is being written when the learner opens something else. */
export function DraftForm({ draftKey, typed, ...form }: DraftFormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useStoredText(draftKey, typed, area);
  return <TextForm {...form} area={area} text={text} onType={setText} />;
}

interface DraftFormProps extends Omit<TextFormProps, 'area' | 'text' | 'onType'> {
  draftKey: string;
  typed: string;
}

function EditForm({ written, ...form }: Omit<TextFormProps, 'area' | 'text' | 'onType'> & { written: string }) {
  const [text, setText] = useState(written);
  return <TextForm {...form} text={text} onType={setText} />;
}

interface TextFormProps {
  id: string;
  action: string;
  label: string;
  help?: string;
  submit: string;
  busy?: string;
  area?: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType: (text: string) => void;
  onDone: (answer: unknown) => void;
}

function TextForm({ id, action, label, help, submit, busy, area, text, onType, onDone }: TextFormProps) {
  const t = useTranslations('questions');
  const [state, setState] = useState<'writing' | 'sending'>('writing');
  const [error, setError] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending') return;
    const field = event.currentTarget.querySelector('textarea');
    setState('sending');
    const outcome = await callJson({ method: 'POST', url: action, body: { text } });
    setState('writing');
    const textError = outcome.ok ? undefined : outcome.errors.text;
    setFieldError(textError);
    setError(outcome.ok || textError ? '' : firstError(outcome, { unreachable: t('unsent'), failed: t('failed') }));
    if (textError) field?.focus();
    if (!outcome.ok) return;
    // Keep what the learner typed during the request.
    if (field?.value === text) onType('');
    onDone(outcome.answer);
  };
  return (
    <form method="post" action={action} className={styles.form} onSubmit={(event) => void send(event)}>
      <TextArea
        ref={area}
        id={id}
        name="text"
        label={label}
        help={help}
        value={text}
        onChange={(event) => onType(event.target.value)}
        error={fieldError}
        rows={3}
        maxLength={3000}
        required
        dir="auto"
      />
      <ErrorNotice>{error}</ErrorNotice>
      <div>
        <Button type="submit" size="small" busy={state === 'sending'}>
          {state === 'sending' && busy ? busy : submit}
        </Button>
      </div>
    </form>
  );
}

interface ActionFormProps {
  action: string;
  fields?: Record<string, string>;
  label: string;
  onDone: () => void;
}

export function ActionForm({ action, fields = {}, label, onDone }: ActionFormProps) {
  const t = useTranslations('questions');
  const [error, setError] = useState('');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await callJson({ method: 'POST', url: action, body: fields });
    setError(outcome.ok ? '' : firstError(outcome, { unreachable: t('unreachable'), failed: t('failed') }));
    if (outcome.ok) onDone();
  };
  return (
    <form method="post" action={action} onSubmit={(event) => void send(event)}>
      <HiddenFields values={fields} />
      <Button type="submit" variant="secondary" size="small">
        {label}
      </Button>
      <ErrorNotice>{error}</ErrorNotice>
    </form>
  );
}
