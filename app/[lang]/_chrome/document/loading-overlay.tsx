'use client';

import { useEffect, useState } from 'react';
import { Spinner } from '../../_ui/feedback/spinner';
import styles from './loading-overlay.module.css';
import { watchRequests } from './watch-requests';

/** Row B8. */
export function LoadingOverlay({ label }: { label: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => watchRequests(setShown), []);
  return (
    <div role="status" className={styles.place}>
      {shown && <div className={styles.overlay}><Spinner size={56} label={label} /></div>}
    </div>
  );
}
