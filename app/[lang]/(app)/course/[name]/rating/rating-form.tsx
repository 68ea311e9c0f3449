'use client';

import { useState, type FormEvent } from 'react';
import { sessionFetch } from '../../../../_session/session-fetch';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { Form, FormActions } from '../../../../_ui/form/form';
import { Rating, type RatingLabels } from '../../../../_ui/form/rating';
import { TextArea } from '../../../../_ui/form/text-area';

type Status = 'waiting' | 'published' | 'hidden';

interface Props {
  action: string;
  stars: number;
  text: string;
  errors: Record<string, string[]>;
  /** Why a form without JavaScript was sent back; null when it was not. */
  refused: string | null;
  labels: { rating: RatingLabels; text: string; help: string; submit: string; busy: string; failed: string; sent: Record<Status, string> };
}

/** Posts as a plain form without JavaScript; with it the page stays and what was written is preserved on a failure. */
export function RatingForm({ action, stars, text, errors: firstErrors, refused, labels }: Props) {
  const [state, setState] = useState<'writing' | 'sending' | 'failed' | Status>(refused ? 'failed' : 'writing');
  const [reason, setReason] = useState(refused);
  const [errors, setErrors] = useState(firstErrors);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setState('sending');
    setErrors({});
    const body = JSON.stringify({ stars: Number(fields.get('stars') ?? 0), text: String(fields.get('text') ?? '') });
    const answer = await sessionFetch(action, { method: 'POST', headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang }, body }).catch(() => null);
    const json = (await answer?.json().catch(() => null)) as { status?: Status; title?: string; errors?: Record<string, string[]> } | null;
    if (answer?.ok && json?.status) return setState(json.status);
    setErrors(json?.errors ?? {});
    setReason(json?.title ?? null);
    setState('failed');
  };
  const isSent = state === 'waiting' || state === 'published' || state === 'hidden';
  return (
    <Form method="post" action={action} onSubmit={(event) => void send(event)}>
      <Rating name="stars" labels={labels.rating} value={stars} cancel={false} error={errors.stars?.[0]} />
      <TextArea name="text" label={labels.text} help={labels.help} rows={5} maxLength={2000} defaultValue={text} error={errors.text?.[0]} dir="auto" />
      {isSent && <Notice tone="success" alert>{labels.sent[state]}</Notice>}
      {state === 'failed' && Object.keys(errors).length === 0 && <Notice tone="danger" alert>{reason ?? labels.failed}</Notice>}
      <FormActions><Button type="submit" busy={state === 'sending'}>{state === 'sending' ? labels.busy : labels.submit}</Button></FormActions>
    </Form>
  );
}
