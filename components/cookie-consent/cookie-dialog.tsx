import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/feedback/dialog';
import styles from './visit-measurement.module.css';

export interface CookieDialogProps {
  labels: Record<'settings' | 'text' | 'yes' | 'no' | 'counted' | 'not_counted' | 'close', string>;
  open: boolean;
  onClose: () => void;
}

export function CookieDialog({ labels, open, onClose }: CookieDialogProps) {
  const answer = useSyncExternalStore(onConsentChange, () => window.visits?.readAnswer() ?? null);
  return createPortal(
    <Dialog open={open} onClose={onClose} title={labels.settings} closeLabel={labels.close}>
      <p>{labels.text}</p>
      <p className={styles.present}>{answer === 'yes' ? labels.counted : labels.not_counted}</p>
      <div className={styles.answers}>
        <Button size="small" aria-pressed={answer === 'yes'} data-consent="yes" onClick={onClose}>
          {labels.yes}
        </Button>
        <Button size="small" variant="secondary" aria-pressed={answer === 'no'} data-consent="no" onClick={onClose}>
          {labels.no}
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
}

function onConsentChange(changed: () => void): () => void {
  for (const event of ['visit-measurement', 'storage']) window.addEventListener(event, changed);
  return () => {
    for (const event of ['visit-measurement', 'storage']) window.removeEventListener(event, changed);
  };
}
