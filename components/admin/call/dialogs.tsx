'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState, type ComponentProps, useId, type SyntheticEvent, useEffect } from 'react';
import type { JsonRequest } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/feedback/dialog';
import { Notice } from '@/components/ui/feedback/notice';
import { FormActions, Form } from '@/components/form/form';
import styles from './confirm-button.module.css';
import { outcomeErrorText, useAdminCall, type Outcome, type StepUpPrompt } from './use-admin-call';
import { Field, TextArea } from '@/components/form/field';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  question: string;
  confirm?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean;
  error?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({
  open,
  title,
  question,
  confirm = title,
  danger = false,
  busy = false,
  error = null,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useTranslations('admin');
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={t('close')}>
      {/* No <form>: the dialog may be rendered inside one, and forms cannot be nested. */}
      <div className={styles.question}>
        <p>{question}</p>
        {error && (
          <Notice tone="danger" alert>
            {error}
          </Notice>
        )}
        <FormActions>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </FormActions>
      </div>
    </Dialog>
  );
}

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon'>;
type Question = Pick<ConfirmDialogProps, 'question' | 'confirm' | 'danger'>;
interface ConfirmButtonProps extends Look, Question {
  label: string;
  title?: string;
  request: JsonRequest;
  next?: string;
  onDone?: (answer: unknown) => void;
}

export function ConfirmButton({
  label,
  title = label,
  request,
  next,
  onDone,
  question,
  confirm,
  danger,
  variant = 'secondary',
  ...look
}: ConfirmButtonProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy, stepUp } = useAdminCall();
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    const outcome = await call(request);
    setError(outcomeErrorText(outcome, { failed: t('failed_call'), unreachable: t('unreachable_call') }));
    if (!outcome.ok) return;
    setOpen(false);
    onDone?.(outcome.answer);
    if (next) router.replace(next);
    router.refresh();
  };
  return (
    <>
      <Button
        {...look}
        variant={variant}
        aria-label={title === label ? undefined : title}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={open && !stepUp.isNeeded}
        title={title}
        question={question}
        confirm={confirm ?? label}
        danger={danger}
        busy={busy}
        error={error}
        onConfirm={() => void send()}
        onClose={() => setOpen(false)}
      />
      <StepUpDialog stepUp={stepUp} />
    </>
  );
}

interface ReasonDialogProps {
  action: { label: string; text: string; help?: string; look: 'primary' | 'danger' } | null;
  hidden: boolean;
  busy: boolean;
  onClose: () => void;
  send: (reason: string) => Promise<Outcome>;
}

export function ReasonDialog({ action, hidden, busy, onClose, send }: ReasonDialogProps) {
  const t = useTranslations('admin');
  const id = useId();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<Extract<Outcome, { ok: false }> | null>(null);
  const error = failure && outcomeErrorText(failure, { failed: t('failed'), unreachable: t('unreachable') });
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const outcome = await send(reason);
    setFailure(outcome.ok ? null : outcome);
    if (outcome.ok) setReason('');
  };
  return (
    <Dialog open={action !== null && !hidden} onClose={onClose} title={action?.label ?? ''} closeLabel={t('close')}>
      <Form onSubmit={(event) => void submit(event)} noValidate>
        {action && <p>{action.text}</p>}
        {error && (
          <Notice tone="danger" alert>
            {error}
          </Notice>
        )}
        <TextArea
          id={`reason-${id}`}
          name="reason"
          label={t('reason')}
          help={action?.help ?? t('reason_help')}
          rows={3}
          required
          dir="auto"
          value={reason}
          error={failure?.errors.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormActions>
          <Button type="submit" variant={action?.look ?? 'primary'} busy={busy} disabled={reason.trim().length < 3}>
            {action?.label}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

const focusCode = () => document.getElementById('step-up-code')?.focus();

/** Renders the form only while open: a page may have several of these dialogs, and the field's id must be unique. */
export function StepUpDialog({ stepUp }: { stepUp: StepUpPrompt }) {
  const t = useTranslations('admin');
  const { isNeeded } = stepUp;
  const [code, setCode] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'wrong' | 'showing'>('idle');
  const [passkeyError, setPasskeyError] = useState<string>();
  useEffect(() => {
    if (isNeeded) focusCode();
  }, [isNeeded]);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setState('busy');
    setPasskeyError(undefined);
    const outcome = await stepUp.submitCode(code);
    setState(outcome.ok ? 'idle' : 'wrong');
    setCode('');
    if (!outcome.ok) focusCode();
  };
  const showPasskey = async () => {
    setState('showing');
    const outcome = await stepUp.submitPasskey();
    setPasskeyError(outcome.ok ? undefined : outcome.title || t('proof_passkey_failed'));
    setState('idle');
  };
  return (
    <Dialog open={isNeeded} onClose={stepUp.cancel} title={t('proof_title')} closeLabel={t('close')}>
      {isNeeded && (
        <Form onSubmit={(event) => void submit(event)} noValidate>
          <p>{t('proof_text')}</p>
          {passkeyError && (
            <Notice tone="danger" alert>
              {passkeyError}
            </Notice>
          )}
          <Field
            id="step-up-code"
            name="code"
            label={t('proof_code')}
            help={t('proof_help')}
            latin
            required
            autoCapitalize="none"
            autoComplete="one-time-code"
            value={code}
            error={state === 'wrong' ? t('proof_wrong') : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
          <FormActions>
            <Button
              type="submit"
              busy={state === 'busy'}
              aria-disabled={state === 'showing'}
              disabled={code.trim() === ''}
            >
              {t('proof_submit')}
            </Button>
            <Button
              variant="secondary"
              icon="key"
              busy={state === 'showing'}
              aria-disabled={state === 'busy'}
              onClick={() => void showPasskey()}
            >
              {t('proof_passkey')}
            </Button>
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}
