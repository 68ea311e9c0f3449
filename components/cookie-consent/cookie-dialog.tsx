import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/feedback/dialog';
import { onConsentChange, readConsent, storeConsent, type MeasurementConsent } from './visit-measurement';
import styles from './visit-measurement.module.css';

export interface CookieDialogProps {
  labels: Record<'settings' | 'text' | 'yes' | 'no' | 'counted' | 'not_counted' | 'close', string>;
  open: boolean;
  onClose: () => void;
}

export function CookieDialog({ labels, open, onClose }: CookieDialogProps) {
  const answer = useSyncExternalStore(onConsentChange, readConsent);
  const choose = (chosen: MeasurementConsent) => () => {
    storeConsent(chosen);
    onClose();
  };
  return createPortal(
    <Dialog open={open} onClose={onClose} title={labels.settings} closeLabel={labels.close}>
      <p>{labels.text}</p>
      <p className={styles.present}>{answer === 'yes' ? labels.counted : labels.not_counted}</p>
      <div className={styles.answers}>
        <Button size="small" aria-pressed={answer === 'yes'} onClick={choose('yes')}>
          {labels.yes}
        </Button>
        <Button size="small" variant="secondary" aria-pressed={answer === 'no'} onClick={choose('no')}>
          {labels.no}
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
}
