'use client';

import { type ComponentType, useState } from 'react';
import { loadPart } from '@/components/ui/load-part';
import type { CookieDialogProps } from './cookie-dialog';
import styles from './cookie-settings.module.css';

export function CookieSettings({ labels }: Pick<CookieDialogProps, 'labels'>) {
  const [Fetched, setFetched] = useState<ComponentType<CookieDialogProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    loadPart(() => import('./cookie-dialog')).then(
      ({ CookieDialog }) => setFetched(() => CookieDialog),
      () => setOpen(false),
    );
  };
  return (
    <>
      <button type="button" className={styles.settings} aria-haspopup="dialog" onClick={open}>
        {labels.settings}
      </button>
      {Fetched && <Fetched labels={labels} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
