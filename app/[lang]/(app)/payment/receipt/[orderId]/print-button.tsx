'use client';

import { Button } from '../../../../_ui/button';
import styles from './receipt.module.css';

export function PrintButton({ label }: { label: string }) {
  return <div className={styles.tools}><Button variant="secondary" icon="download" onClick={() => window.print()}>{label}</Button></div>;
}
