'use client';

import { useEffect, useState, type ReactNode } from 'react';
import { partMissing } from '../../_late/load-part';
import { reloadKeepingFields } from '../../_session/kept-fields';
import { Button } from '../../_ui/button';
import { Notice } from '../../_ui/feedback/notice';
import styles from './offline-notice.module.css';

interface Props { labels: { title: string; text: string; reload: string } }

/** Shown when a part of the page did not come (`loadPart`): after a deployment, a reload brings the page of the new build. */
export function ReloadOffer({ labels }: Props) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const show = () => setShown(true);
    window.addEventListener(partMissing, show);
    return () => window.removeEventListener(partMissing, show);
  }, []);
  return <div role="alert" className={styles.place}>{isShown && <Offer labels={labels} />}</div>;
}

function Offer({ labels }: Props): ReactNode {
  return <Notice tone="notice" title={labels.title} actions={<Button size="small" onClick={reloadKeepingFields}>{labels.reload}</Button>}>{labels.text}</Notice>;
}
