'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { TimeField } from '../../../_forms/time-field';
import { Button } from '../../../_ui/button';
import { Dialog } from '../../../_ui/feedback/dialog';
import { Notice } from '../../../_ui/feedback/notice';
import { Form, FormActions } from '../../../_ui/form/form';
import { Card } from '../../../_ui/layout/card';
import { ConfirmButton } from '../_parts/call/confirm-button';
import { StepUpDialog, type StepUpLabels } from '../_parts/call/step-up-dialog';
import { faultText, useAdminCall, type Outcome } from '../_parts/call/use-admin-call';
import type { NewsletterLabels } from './newsletter-labels';
import { PreviewLinks } from './preview-links';

interface SendNewsletterProps {
  newsletter: { id: string; readers: number; updatedAt: string }; isDirty: boolean; folder: string; labels: NewsletterLabels; stepUp: StepUpLabels;
  /** What is missing shows at the fields of the form. */
  onRefused: (outcome: Outcome) => void;
}

/** What happens to a newsletter that is saved: seen as a mail, sent to oneself, to its readers, or deleted. */
export function SendNewsletter({ newsletter: { id, readers, updatedAt }, isDirty, folder, labels, stepUp, onRefused }: SendNewsletterProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);
  const { own, save, cancel, close } = labels;
  const address = `/api/admin/newsletters/${id}`;
  const refused = (outcome: Outcome) => {
    const text = faultText(outcome, save);
    setSaid(text ? { tone: 'danger', text } : null);
  };
  const test = async () => {
    const outcome = await call<{ to: string }>({ method: 'POST', url: `${address}/test` });
    if (outcome.ok) setSaid({ tone: 'success', text: own.test_sent.replace('{to}', outcome.answer.to) });
    else refused(outcome);
  };
  const send = async (sendAt: string | null) => {
    setAsking(false);
    const outcome = await call({ method: 'POST', url: `${address}/send`, body: { sendAt, updatedAt } });
    if (outcome.ok) return router.refresh();
    refused(outcome);
    onRefused(outcome);
  };
  return (
    <Card as="section" aria-labelledby="sending">
      <Form onSubmit={(event) => event.preventDefault()}>
        <h2 id="sending">{own.next}</h2>
        <p>{isDirty ? own.unsaved : own.readers_saved.replace('{count}', String(readers))}</p>
        {said && <Notice tone={said.tone} alert>{said.text}</Notice>}
        <PreviewLinks id={id} labels={{ html: own.preview_html, text: own.preview_text }} />
        <FormActions>
          <Button icon="send" busy={busy} aria-disabled={isDirty} onClick={() => setAsking(true)}>{own.send}</Button>
          <Button variant="secondary" icon="mail" busy={busy} aria-disabled={isDirty} onClick={() => void test()}>{own.test}</Button>
          <ConfirmButton variant="quiet" icon="trash" label={own.remove} question={own.remove_sure} danger request={{ method: 'DELETE', url: address }} next={folder} labels={{ cancel, close, ...save }} />
        </FormActions>
      </Form>
      <SendDialog open={isAsking} readers={readers} labels={labels} onSend={(sendAt) => void send(sendAt)} onClose={() => setAsking(false)} />
      <StepUpDialog proof={proof} labels={stepUp} />
    </Card>
  );
}

interface SendDialogProps { open: boolean; readers: number; labels: NewsletterLabels; onSend: (sendAt: string | null) => void; onClose: () => void }

/** Now, or at an hour. */
function SendDialog({ open, readers, labels: { own, cancel, close }, onSend, onClose }: SendDialogProps) {
  const [sendAt, setSendAt] = useState<string | null>(null);
  return (
    <Dialog open={open} onClose={onClose} title={own.send} closeLabel={close}>
      <Form onSubmit={(event) => event.preventDefault()}>
        <p>{own.send_sure.replace('{count}', String(readers))}</p>
        <TimeField name="sendAt" label={own.send_at} help={own.send_at_help} value={sendAt} error={undefined} onChange={setSendAt} />
        <FormActions>
          <Button onClick={() => onSend(sendAt)}>{own.send_confirm}</Button>
          <Button variant="quiet" onClick={onClose}>{cancel}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
