import { useState, type FormEvent } from 'react';
import { callJson, type Outcome } from '../../../../_session/json-call';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { TextArea } from '../../../../_ui/form/text-area';
import type { QuestionsLabels } from './questions-labels';
import styles from './questions.module.css';

interface Props {
  id: string; action: string; label: string; help?: string; submit: string; busy?: string; labels: QuestionsLabels; typed?: string;
  /** With what the call answered. */
  onDone: (answer: unknown) => void;
}

/** One text. What was typed stays until it is stored. */
export function TextForm({ id, action, label, help, submit, busy, labels, typed = '', onDone }: Props) {
  const [state, setState] = useState<'writing' | 'sending'>('writing');
  const [problem, setProblem] = useState('');
  const [wrong, setWrong] = useState<string>();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setState('sending');
    const outcome = await callJson({ method: 'POST', url: action, body: Object.fromEntries(new FormData(form)) });
    setState('writing');
    const fault = outcome.ok ? undefined : outcome.errors.text;
    setWrong(fault);
    setProblem(outcome.ok || fault ? '' : outcome.status === 0 ? labels.unsent : sentenceOf(outcome, labels));
    if (fault) form.querySelector('textarea')?.focus();
    if (!outcome.ok) return;
    form.reset();
    onDone(outcome.answer);
  };
  return (
    <form method="post" action={action} className={styles.form} onSubmit={(event) => void send(event)}>
      <TextArea id={id} name="text" label={label} help={help} defaultValue={typed} error={wrong} rows={3} maxLength={3000} required dir="auto" />
      {problem && <Notice tone="danger" alert>{problem}</Notice>}
      <div><Button type="submit" size="small" busy={state === 'sending'}>{state === 'sending' && busy ? busy : submit}</Button></div>
    </form>
  );
}

interface ActionProps { action: string; fields?: Record<string, string>; label: string; labels: QuestionsLabels; onDone: () => void }

export function ActionForm({ action, fields = {}, label, labels, onDone }: ActionProps) {
  const [problem, setProblem] = useState('');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await callJson({ method: 'POST', url: action, body: fields });
    setProblem(outcome.ok ? '' : sentenceOf(outcome, labels));
    if (outcome.ok) onDone();
  };
  return (
    <form method="post" action={action} onSubmit={(event) => void send(event)}>
      {Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <Button type="submit" variant="secondary" size="small">{label}</Button>
      {problem && <Notice tone="danger" alert>{problem}</Notice>}
    </form>
  );
}

function sentenceOf(outcome: Extract<Outcome, { ok: false }>, labels: QuestionsLabels): string {
  if (outcome.status === 0) return labels.unreachable;
  return Object.values(outcome.errors)[0] ?? (outcome.title || labels.failed);
}
