'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type SyntheticEvent, useEffect, useId, useState } from 'react';
import { Field, TextArea } from '@/components/form/field';
import { Form, FormActions } from '@/components/form/form';
import type { JsonRequest } from '@/components/session/json-call';
import { stepUpErrorText } from '@/components/session/step-up';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/feedback/dialog';
import { ErrorNotice } from '@/components/ui/feedback/notice';
import { type Outcome, outcomeErrorText, type StepUpPrompt, useAdminCall } from './use-admin-call';
import styles from './confirm-button.module.css';

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
        <ErrorNotice>{error}</ErrorNotice>
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

type ButtonLook = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon'>;
type Question = Pick<ConfirmDialogProps, 'question' | 'confirm' | 'danger'>;
interface ConfirmButtonProps extends ButtonLook, Question {
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
  const ask = () => {
    setError(null);
    setOpen(true);
  };
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
      <Button {...look} variant={variant} aria-label={title === label ? undefined : title} onClick={ask}>
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

interface ReasonAction extends ButtonLook {
  label: string;
  /** Name of the button, if its label alone is not clear. */
  name?: string;
  text: string;
  help?: string;
  danger: boolean;
  request: (reason: string) => JsonRequest;
}

/** Renders a button for each action. The action is sent with a reason, which the admin enters in a dialog. */
export function ReasonButtons({ actions }: { actions: readonly ReasonAction[] }) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy, stepUp } = useAdminCall();
  const [chosen, setChosen] = useState<ReasonAction | null>(null);
  /** Keyed by the action's label, because the dialog keeps the reason of each action. */
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const close = () => setChosen(null);
  const send = async ({ request }: ReasonAction, reason: string): Promise<Outcome> => {
    const outcome = await call(request(reason));
    if (outcome.ok) {
      close();
      router.refresh();
    }
    return outcome;
  };
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.label}
          variant={action.variant ?? 'secondary'}
          size={action.size}
          aria-label={action.name}
          onClick={() => setChosen(action)}
        >
          {action.label}
        </Button>
      ))}
      <Dialog
        open={chosen !== null && !stepUp.isNeeded}
        onClose={close}
        title={chosen?.label ?? ''}
        closeLabel={t('close')}
      >
        {chosen && (
          <ReasonForm
            key={chosen.label}
            action={chosen}
            reason={reasons[chosen.label] ?? ''}
            busy={busy}
            onType={(reason) => setReasons((all) => ({ ...all, [chosen.label]: reason }))}
            onClose={close}
            send={(reason) => send(chosen, reason)}
          />
        )}
      </Dialog>
      <StepUpDialog stepUp={stepUp} />
    </>
  );
}

interface ReasonFormProps {
  action: ReasonAction;
  reason: string;
  busy: boolean;
  onType: (reason: string) => void;
  onClose: () => void;
  send: (reason: string) => Promise<Outcome>;
}

function ReasonForm({ action, reason, busy, onType, onClose, send }: ReasonFormProps) {
  const t = useTranslations('admin');
  const id = useId();
  const [failure, setFailure] = useState<Extract<Outcome, { ok: false }> | null>(null);
  const error = failure && outcomeErrorText(failure, { failed: t('failed'), unreachable: t('unreachable') });
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const outcome = await send(reason);
    setFailure(outcome.ok ? null : outcome);
    if (outcome.ok) onType('');
  };
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <p>{action.text}</p>
      <ErrorNotice>{error}</ErrorNotice>
      <TextArea
        id={`reason-${id}`}
        name="reason"
        label={t('reason')}
        help={action.help ?? t('reason_help')}
        rows={3}
        required
        dir="auto"
        value={reason}
        error={failure?.errors.reason}
        onChange={(event) => onType(event.target.value)}
      />
      <FormActions>
        <Button
          type="submit"
          variant={action.danger ? 'danger' : 'primary'}
          busy={busy}
          disabled={reason.trim().length < 3}
        >
          {action.label}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}

const focusCode = () => document.getElementById('step-up-code')?.focus();

/** Renders the form only while open: a page may have several of these dialogs, and the field's id must be unique. */
export function StepUpDialog({ stepUp }: { stepUp: StepUpPrompt }) {
  const t = useTranslations('admin');
  const { isNeeded } = stepUp;
  useEffect(() => {
    if (isNeeded) focusCode();
  }, [isNeeded]);
  return (
    <Dialog open={isNeeded} onClose={stepUp.cancel} title={t('proof_title')} closeLabel={t('close')}>
      {isNeeded && <StepUpForm stepUp={stepUp} />}
    </Dialog>
  );
}

function StepUpForm({ stepUp }: { stepUp: StepUpPrompt }) {
  const t = useTranslations('admin');
  const [code, setCode] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'showing'>('idle');
  const [codeError, setCodeError] = useState<string>();
  const [passkeyError, setPasskeyError] = useState<string>();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setState('busy');
    setCodeError(undefined);
    setPasskeyError(undefined);
    const outcome = await stepUp.submitCode(code);
    setState('idle');
    if (outcome.ok) return;
    if (outcome.status === 422) setCode('');
    setCodeError(stepUpErrorText(outcome, { wrong: t('proof_wrong'), unreachable: t('unreachable_call') }));
    focusCode();
  };
  const showPasskey = async () => {
    setState('showing');
    setCodeError(undefined);
    const outcome = await stepUp.submitPasskey();
    const labels = { wrong: t('proof_passkey_failed'), unreachable: t('unreachable_call') };
    setPasskeyError(outcome.ok ? undefined : stepUpErrorText(outcome, labels));
    setState('idle');
  };
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <p>{t('proof_text')}</p>
      <ErrorNotice>{passkeyError}</ErrorNotice>
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
        error={codeError}
        onChange={(event) => setCode(event.target.value)}
      />
      <FormActions>
        <Button type="submit" busy={state === 'busy'} aria-disabled={state === 'showing'} disabled={code.trim() === ''}>
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
  );
}
