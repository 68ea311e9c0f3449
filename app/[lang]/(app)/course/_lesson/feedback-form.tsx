'use client';

import { useState, type FormEvent } from 'react';
import { callJson } from '../../../_session/json-call';
import { Button } from '../../../_ui/button';
import { Form, FormActions } from '../../../_ui/form/form';
import { Notice } from '../../../_ui/feedback/notice';
import { Rating, type RatingLabels } from '../../../_ui/form/rating';
import { Select } from '../../../_ui/form/select';
import { TextArea } from '../../../_ui/form/text-area';

interface Labels {
  rating: RatingLabels; level: string; levels: string[]; choose: string; helped: string; improve: string;
  submit: string; busy: string; sent: string; failed: string;
}

const levels = ['beginner', 'middle', 'advanced'];

interface Props {
  action: string;
  labels: Labels;
  /** Values that a try without JavaScript had in its fields, and the server's refusals by field. */
  typed: Readonly<Record<string, unknown>>;
  refused: Readonly<Record<string, string>>;
}

/** Posts as a plain form without JavaScript; with it the page stays and what was written is preserved on a failure. */
export function FeedbackForm({ action, labels, typed, refused }: Props) {
  const [state, setState] = useState<'writing' | 'sending' | 'sent' | { failed: string }>('writing');
  const [errors, setErrors] = useState(refused);
  const answers = (typed.answers ?? {}) as Readonly<Record<string, string>>;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(`answers.${name}`) ?? '');
    setState('sending');
    const body = { rating: Number(fields.get('rating') ?? 0), answers: { level: text('level'), helped: text('helped'), improve: text('improve') } };
    const outcome = await callJson({ method: 'POST', url: action, body });
    if (!outcome.ok) setErrors(outcome.errors);
    setState(outcome.ok ? 'sent' : { failed: outcome.title || labels.failed });
  };
  if (state === 'sent') return <Notice tone="success" alert>{labels.sent}</Notice>;
  return (
    <Form method="post" action={action} onSubmit={(event) => void send(event)}>
      <Rating name="rating" labels={labels.rating} value={Number(typed.rating ?? 0)} error={errors.rating} />
      <Select name="answers.level" label={labels.level} defaultValue={answers.level ?? ''} error={errors['answers.level']}>
        <option value="">{labels.choose}</option>
        {levels.map((level, index) => <option key={level} value={level}>{labels.levels[index]}</option>)}
      </Select>
      <TextArea name="answers.helped" label={labels.helped} rows={3} maxLength={2000} dir="auto" defaultValue={answers.helped} error={errors['answers.helped']} />
      <TextArea name="answers.improve" label={labels.improve} rows={3} maxLength={2000} dir="auto" defaultValue={answers.improve} error={errors['answers.improve']} />
      {typeof state === 'object' && <Notice tone="danger" alert>{state.failed}</Notice>}
      <FormActions><Button type="submit" busy={state === 'sending'}>{state === 'sending' ? labels.busy : labels.submit}</Button></FormActions>
    </Form>
  );
}
