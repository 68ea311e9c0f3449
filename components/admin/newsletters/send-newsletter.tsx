'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmButton, StepUpDialog } from '@/components/admin/call/dialogs';
import { type Outcome, outcomeErrorText, useAdminCall } from '@/components/admin/call/use-admin-call';
import { Form, FormActions } from '@/components/form/form';
import { TimeField } from '@/components/form/time-field';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/feedback/dialog';
import { Notice } from '@/components/ui/feedback/notice';
import { PreviewLinks } from './preview-links';

/** Gmail clips longer mails, which hides their end with the link to unsubscribe. */
const gmailLimitBytes = 102 * 1024;

interface SendNewsletterProps {
  newsletter: { id: string; readers: number; htmlBytes: number; updatedAt: string };
  isDirty: boolean;
  folder: string;
  onFailure: (outcome: Outcome) => void;
}

export function SendNewsletter({
  newsletter: { id, readers, htmlBytes, updatedAt },
  isDirty,
  folder,
  onFailure,
}: SendNewsletterProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy, stepUp } = useAdminCall();
  const [isAsking, setAsking] = useState(false);
  const [notice, setNotice] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);
  const newsletterUrl = `/api/admin/newsletters/${id}`;
  const showError = (outcome: Outcome) => {
    const text = outcomeErrorText(outcome, { failed: t('failed'), unreachable: t('unreachable') });
    setNotice(text ? { tone: 'danger', text } : null);
  };
  const sendTest = async () => {
    const outcome = await call<{ to: string }>({ method: 'POST', url: `${newsletterUrl}/test` });
    if (outcome.ok) setNotice({ tone: 'success', text: t('newsletter_test_sent', { to: outcome.answer.to }) });
    else showError(outcome);
  };
  const send = async (sendAt: string | null) => {
    setAsking(false);
    const outcome = await call({ method: 'POST', url: `${newsletterUrl}/send`, body: { sendAt, updatedAt } });
    if (outcome.ok) return router.refresh();
    showError(outcome);
    onFailure(outcome);
  };
  return (
    <Card as="section" aria-labelledby="sending">
      <Form onSubmit={(event) => event.preventDefault()}>
        <h2 id="sending">{t('newsletter_next')}</h2>
        <p>{isDirty ? t('newsletter_unsaved') : t('newsletter_readers_saved', { count: readers })}</p>
        {notice && (
          <Notice tone={notice.tone} alert>
            {notice.text}
          </Notice>
        )}
        {htmlBytes > gmailLimitBytes && (
          <Notice tone="notice" title={t('newsletter_long_title')}>
            {t('newsletter_long', { size: Math.ceil(htmlBytes / 1024), limit: gmailLimitBytes / 1024 })}
          </Notice>
        )}
        <PreviewLinks id={id} />
        <FormActions>
          <Button icon="send" busy={busy} aria-disabled={isDirty} onClick={() => setAsking(true)}>
            {t('newsletter_send')}
          </Button>
          <Button variant="secondary" icon="mail" busy={busy} aria-disabled={isDirty} onClick={() => void sendTest()}>
            {t('newsletter_test')}
          </Button>
          <ConfirmButton
            variant="quiet"
            icon="trash"
            label={t('newsletter_remove')}
            question={t('newsletter_remove_sure')}
            danger
            request={{ method: 'DELETE', url: newsletterUrl }}
            next={folder}
          />
        </FormActions>
      </Form>
      <SendDialog
        open={isAsking}
        readers={readers}
        onSend={(sendAt) => void send(sendAt)}
        onClose={() => setAsking(false)}
      />
      <StepUpDialog stepUp={stepUp} />
    </Card>
  );
}

interface SendDialogProps {
  open: boolean;
  readers: number;
  onSend: (sendAt: string | null) => void;
  onClose: () => void;
}

function SendDialog({ open, readers, onSend, onClose }: SendDialogProps) {
  const t = useTranslations('admin');
  const [sendAt, setSendAt] = useState<string | null>(null);
  return (
    <Dialog open={open} onClose={onClose} title={t('newsletter_send')} closeLabel={t('close')}>
      <Form onSubmit={(event) => event.preventDefault()}>
        <p>{t('newsletter_send_sure', { count: readers })}</p>
        <TimeField
          name="sendAt"
          label={t('newsletter_send_at')}
          help={t('newsletter_send_at_help')}
          value={sendAt}
          error={undefined}
          onChange={setSendAt}
        />
        <FormActions>
          <Button onClick={() => onSend(sendAt)}>{t('newsletter_send_confirm')}</Button>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
