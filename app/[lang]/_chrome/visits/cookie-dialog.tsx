import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../_ui/button';
import { Dialog } from '../../_ui/feedback/dialog';
import { onAnswerChange, readAnswer, storeAnswer, type VisitAnswer } from './visit-answer';
import styles from './visit-measurement.module.css';

export interface CookieDialogProps {
  labels: Record<'settings' | 'text' | 'yes' | 'no' | 'counted' | 'not_counted' | 'close', string>;
  open: boolean;
  onClose: () => void;
}

/** The present choice, and the other one. At the end of the page, since the footer's colours are not the dialog's. */
export function CookieDialog({ labels, open, onClose }: CookieDialogProps) {
  const answer = useSyncExternalStore(onAnswerChange, readAnswer);
  const choose = (chosen: VisitAnswer) => () => {
    storeAnswer(chosen);
    onClose();
  };
  return createPortal(
    <Dialog open={open} onClose={onClose} title={labels.settings} closeLabel={labels.close}>
      <p>{labels.text}</p>
      <p className={styles.present}>{answer === 'yes' ? labels.counted : labels.not_counted}</p>
      <div className={styles.answers}>
        <Button size="small" aria-pressed={answer === 'yes'} onClick={choose('yes')}>{labels.yes}</Button>
        <Button size="small" variant="secondary" aria-pressed={answer === 'no'} onClick={choose('no')}>{labels.no}</Button>
      </div>
    </Dialog>,
    document.body,
  );
}
