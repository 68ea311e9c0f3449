'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { TextArea } from '@/components/form/field';
import { Form, FormActions } from '@/components/form/form';
import { Rating } from '@/components/form/rating';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';

type Status = 'waiting' | 'published' | 'hidden';

interface Props {
  action: string;
  stars: number;
  text: string;
  errors: Record<string, string[]>;
  error: string | null;
  isChange: boolean;
}

export function RatingForm({ action, stars, text, errors: initialErrors, error: initialError, isChange }: Props) {
  const t = useTranslations('ratings');
  const feedback = useTranslations('feedback');
  const [state, setState] = useState<'writing' | 'sending' | 'failed' | Status>(initialError ? 'failed' : 'writing');
  const [error, setError] = useState(initialError);
  const [errors, setErrors] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(initialErrors).map(([field, messages]) => [field, messages[0] ?? ''])),
  );
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setState('sending');
    setErrors({});
    const outcome = await callJson<{ status: Status }>({
      method: 'POST',
      url: action,
      body: { stars: Number(fields.get('stars') ?? 0), text: String(fields.get('text') ?? '') },
    });
    if (outcome.ok) return setState(outcome.answer.status);
    setErrors(outcome.errors);
    setError(outcome.title || null);
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
        error={errors.stars}
      />
      <TextArea
        name="text"
        label={t('text')}
        help={t('text_help')}
        rows={5}
        maxLength={2000}
        defaultValue={text}
        error={errors.text}
        dir="auto"
      />
      {isSent && (
        <Notice tone="success" alert>
          {t(state === 'published' ? 'sent_published' : 'sent_waiting')}
        </Notice>
      )}
      {state === 'failed' && Object.keys(errors).length === 0 && (
        <Notice tone="danger" alert>
          {error ?? t('failed')}
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
