'use client';

import { useRouter } from 'next/navigation';
import { useState, type ComponentProps } from 'react';
import type { JsonRequest } from '../../../../_session/json-call';
import { Button } from '../../../../_ui/button';
import { Dialog } from '../../../../_ui/feedback/dialog';
import { Notice } from '../../../../_ui/feedback/notice';
import { FormActions } from '../../../../_ui/form/form';
import styles from './confirm-button.module.css';
import { StepUpDialog, type StepUpLabels } from './step-up-dialog';
import { faultText, useAdminCall } from './use-admin-call';

export interface ConfirmLabels { cancel: string; close: string; failed: string; unreachable: string }

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  question: string;
  /** On the button that does it; the title when absent. */
  confirm?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean;
  problem?: string | null;
  labels: Pick<ConfirmLabels, 'cancel' | 'close'>;
  onConfirm: () => void;
  onClose: () => void;
}

/** One question before what is not easily taken back. */
export function ConfirmDialog({ open, title, question, confirm = title, danger = false, busy = false, problem = null, labels, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={labels.close}>
      {/* No form: the button may stand in one. */}
      <div className={styles.question}>
        <p>{question}</p>
        {problem && <Notice tone="danger" alert>{problem}</Notice>}
        <FormActions>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>{confirm}</Button>
          <Button variant="quiet" onClick={onClose}>{labels.cancel}</Button>
        </FormActions>
      </div>
    </Dialog>
  );
}

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon'>;
type Question = Pick<ConfirmDialogProps, 'question' | 'confirm' | 'danger'>;
interface ConfirmButtonProps extends Look, Question {
  label: string;
  /** What the dialog and screen readers call it where `label` alone does not say of what. */
  title?: string;
  request: JsonRequest;
  /** Where it goes on, if not here. */
  next?: string;
  onDone?: (answer: unknown) => void;
  labels: ConfirmLabels;
  /** Where the call may ask for a fresh proof. */
  stepUp?: StepUpLabels;
}

/** A button whose call is sent after one question. */
export function ConfirmButton({ label, title = label, request, next, onDone, labels, stepUp, question, confirm, danger, variant = 'secondary', ...look }: ConfirmButtonProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    const outcome = await call(request);
    setProblem(faultText(outcome, labels));
    if (!outcome.ok) return;
    setOpen(false);
    onDone?.(outcome.answer);
    if (next) router.replace(next);
    router.refresh();
  };
  return (
    <>
      <Button {...look} variant={variant} aria-label={title === label ? undefined : title} onClick={() => setOpen(true)}>{label}</Button>
      <ConfirmDialog
        open={open && !proof.wanted} title={title} question={question} confirm={confirm ?? label} danger={danger} busy={busy} problem={problem} labels={labels}
        onConfirm={() => void send()} onClose={() => setOpen(false)}
      />
      {stepUp && <StepUpDialog proof={proof} labels={stepUp} />}
    </>
  );
}
