'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../_ui/button';
import { FormActions } from '../../../_ui/form/form';
import { TextArea } from '../../../_ui/form/text-area';
import type { SaveLabels } from '../_parts/call/client-labels';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import { useAdminCall, type Outcome } from '../_parts/call/use-admin-call';

interface Props {
  id: string;
  /** Of the text shown; a rating changed since is a conflict. */
  changedAt: string;
  status: 'waiting' | 'published' | 'hidden';
  answer: string;
  labels: SaveLabels & { answer: string; answer_help: string; publish: string; hide: string; save_answer: string };
}

export function RatingDecision({ id, changedAt, status, answer: storedAnswer, labels }: Props) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [answer, setAnswer] = useState(storedAnswer);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const decide = async (decision: 'published' | 'hidden') => {
    const answered = await call({ method: 'PUT', url: `/api/admin/ratings/${id}`, body: { status: decision, answer: answer || null, changedAt } });
    setOutcome(answered);
    if (answered.ok) router.refresh();
  };
  const error = outcome && !outcome.ok ? outcome.errors.answer : undefined;
  return (
    <>
      <TextArea name="answer" id={`answer-${id}`} label={labels.answer} help={labels.answer_help} rows={3} maxLength={2000} dir="auto" value={answer} onChange={({ target }) => setAnswer(target.value)} error={error} />
      <OutcomeNotice outcome={outcome} labels={labels} />
      <FormActions>
        <Button size="small" icon="check" busy={busy} onClick={() => void decide('published')}>{status === 'published' ? labels.save_answer : labels.publish}</Button>
        {status !== 'hidden' && <Button size="small" variant="secondary" busy={busy} onClick={() => void decide('hidden')}>{labels.hide}</Button>}
      </FormActions>
    </>
  );
}
