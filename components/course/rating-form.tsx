'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { sessionFetch } from '@/components/session/session-fetch';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Form, FormActions } from '@/components/form/form';
import { Rating } from '@/components/form/rating';
import { TextArea } from '@/components/form/field';

type Status = 'waiting' | 'published' | 'hidden';

interface Props {
  action: string;
  stars: number;
  text: string;
  errors: Record<string, string[]>;
  refused: string | null;
  isChange: boolean;
}

export function RatingForm({ action, stars, text, errors: firstErrors, refused, isChange }: Props) {
  const t = useTranslations('ratings');
  const feedback = useTranslations('feedback');
  const [state, setState] = useState<'writing' | 'sending' | 'failed' | Status>(refused ? 'failed' : 'writing');
  const [reason, setReason] = useState(refused);
  const [errors, setErrors] = useState(firstErrors);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setState('sending');
    setErrors({});
    const body = JSON.stringify({ stars: Number(fields.get('stars') ?? 0), text: String(fields.get('text') ?? '') });
    const answer = await sessionFetch(action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body,
    }).catch(() => null);
    const json = (await answer?.json().catch(() => null)) as {
      status?: Status;
      title?: string;
      errors?: Record<string, string[]>;
    } | null;
    if (answer?.ok && json?.status) return setState(json.status);
    setErrors(json?.errors ?? {});
    setReason(json?.title ?? null);
    setState('failed');
  };
  const isSent = state === 'waiting' || state === 'published' || state === 'hidden';
  return (
    <Form method="post" action={action} onSubmit={(event) => void send(event)}>
      <Rating
        name="stars"
        labels={{ legend: t('stars'), cancel: '', stars: feedback.raw('rating_stars') as string }}
        value={stars}
        cancel={false}
        error={errors.stars?.[0]}
      />
      <TextArea
        name="text"
        label={t('text')}
        help={t('text_help')}
        rows={5}
        maxLength={2000}
        defaultValue={text}
        error={errors.text?.[0]}
        dir="auto"
      />
      {isSent && (
        <Notice tone="success" alert>
          {t(state === 'published' ? 'sent_published' : 'sent_waiting')}
        </Notice>
      )}
      {state === 'failed' && Object.keys(errors).length === 0 && (
        <Notice tone="danger" alert>
          {reason ?? t('failed')}
        </Notice>
      )}
      <FormActions>
        <Button type="submit" busy={state === 'sending'}>
          {state === 'sending' ? feedback('busy') : t(isChange ? 'change' : 'send')}
        </Button>
      </FormActions>
    </Form>
  );
}
