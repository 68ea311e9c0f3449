'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { type Outcome, useAdminCall } from '@/components/admin/call/use-admin-call';
import { TextArea } from '@/components/form/field';
import { FormActions } from '@/components/form/form';
import { Button } from '@/components/ui/button';

interface Props {
  id: string;
  /** The version shown to the admin. The server responds with a conflict if the rating has changed since. */
  changedAt: string;
  status: 'waiting' | 'published' | 'hidden';
  answer: string;
}

export function RatingDecision({ id, changedAt, status, answer: storedAnswer }: Props) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [answer, setAnswer] = useState(storedAnswer);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const decide = async (decision: 'published' | 'hidden') => {
    const answered = await call({
      method: 'PUT',
      url: `/api/admin/ratings/${id}`,
      body: { status: decision, answer: answer || null, changedAt },
    });
    setOutcome(answered);
    if (answered.ok) router.refresh();
  };
  const error = outcome && !outcome.ok ? outcome.errors.answer : undefined;
  return (
    <>
      <TextArea
        name="answer"
        id={`answer-${id}`}
        label={t('rating_answer')}
        help={t('rating_answer_help')}
        rows={3}
        maxLength={2000}
        dir="auto"
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
        error={error}
      />
      <OutcomeNotice outcome={outcome} />
      <FormActions>
        <Button size="small" icon="check" busy={busy} onClick={() => void decide('published')}>
          {status === 'published' ? t('rating_save_answer') : t('rating_publish')}
        </Button>
        {status !== 'hidden' && (
          <Button size="small" variant="secondary" busy={busy} onClick={() => void decide('hidden')}>
            {t('rating_hide')}
          </Button>
        )}
      </FormActions>
    </>
  );
}
