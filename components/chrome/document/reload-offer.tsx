'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { reloadKeepingFields } from '@/components/session/kept-fields';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { partMissing } from '@/components/ui/load-part';
import styles from './notice-place.module.css';

interface Props {
  labels: { title: string; text: string; reload: string };
}

export function ReloadOffer({ labels }: Props) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const show = () => setShown(true);
    window.addEventListener(partMissing, show);
    return () => window.removeEventListener(partMissing, show);
  }, []);
  return (
    <div role="alert" className={styles.place}>
      {isShown && <Offer labels={labels} />}
    </div>
  );
}

function Offer({ labels }: Props): ReactNode {
  return (
    <Notice
      tone="notice"
      title={labels.title}
      actions={
        <Button size="small" onClick={reloadKeepingFields}>
          {labels.reload}
        </Button>
      }
    >
      {labels.text}
    </Notice>
  );
}
