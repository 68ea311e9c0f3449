'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Select, TextArea } from '@/components/form/field';
import { Form, FormActions } from '@/components/form/form';
import { Rating } from '@/components/form/rating';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';

const levels = ['beginner', 'middle', 'advanced'] as const;

interface Props {
  action: string;
  typed: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, string>>;
}

export function FeedbackForm({ action, typed, errors: initialErrors }: Props) {
  const t = useTranslations('feedback');
  const [state, setState] = useState<'writing' | 'sending' | 'sent' | { failed: string }>('writing');
  const [errors, setErrors] = useState(initialErrors);
  const answers = (typed.answers ?? {}) as Readonly<Record<string, string>>;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const answerText = (name: string) => String(fields.get(`answers.${name}`) ?? '');
    setState('sending');
    const body = {
      rating: Number(fields.get('rating') ?? 0),
      answers: { level: answerText('level'), helped: answerText('helped'), improve: answerText('improve') },
    };
    const outcome = await callJson({ method: 'POST', url: action, body });
    if (!outcome.ok) setErrors(outcome.errors);
    setState(outcome.ok ? 'sent' : { failed: outcome.title || t('failed') });
  };
  if (state === 'sent')
    return (
      <Notice tone="success" alert>
        {t('sent')}
      </Notice>
    );
  return (
    <Form method="post" action={action} onSubmit={(event) => void send(event)}>
      <Rating
        name="rating"
        labels={{ legend: t('rating'), cancel: t('rating_cancel'), stars: t.raw('rating_stars') as string }}
        value={Number(typed.rating ?? 0)}
        error={errors.rating}
      />
      <Select
        name="answers.level"
        label={t('level')}
        defaultValue={answers.level ?? ''}
        error={errors['answers.level']}
      >
        <option value="">{t('level_choose')}</option>
        {levels.map((level) => (
          <option key={level} value={level}>
            {t(`level_${level}`)}
          </option>
        ))}
      </Select>
      <TextArea
        name="answers.helped"
        label={t('helped')}
        rows={3}
        maxLength={2000}
        dir="auto"
        defaultValue={answers.helped}
        error={errors['answers.helped']}
      />
      <TextArea
        name="answers.improve"
        label={t('improve')}
        rows={3}
        maxLength={2000}
        dir="auto"
        defaultValue={answers.improve}
        error={errors['answers.improve']}
      />
      {typeof state === 'object' && (
        <Notice tone="danger" alert>
          {state.failed}
        </Notice>
      )}
      <FormActions>
        <Button type="submit" busy={state === 'sending'}>
          {state === 'sending' ? t('busy') : t('submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
