'use client';

import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import styles from '../section.module.css';
import { StepText } from './scan-step';

export type CodesLabels = Record<'codes' | 'copy' | 'copied' | 'copyFailed' | 'download' | 'saved', string>;

/** A text that the browser saves as a file. */
function saveAsFile(text: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  link.download = fileName;
  link.click();
}

/** Shown this once: the page that is loaded afterwards no longer knows them. */
export function RecoveryCodes({ codes, labels }: { codes: string[]; labels: CodesLabels }) {
  const [copied, setCopied] = useState<boolean>();
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <>
      <StepText>{labels.codes}</StepText>
      <ul className={styles.codes} dir="ltr">{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ul>
      {copied !== undefined && <Notice tone={copied ? 'success' : 'danger'} alert>{copied ? labels.copied : labels.copyFailed}</Notice>}
      <div className={styles.line}>
        <Button variant="secondary" size="small" onClick={() => void copy()}>{labels.copy}</Button>
        <Button variant="secondary" size="small" icon="download" onClick={() => saveAsFile(`${text}\n`, `recovery-codes-${window.location.hostname}.txt`)}>{labels.download}</Button>
      </div>
      <Button variant="secondary" onClick={() => window.location.reload()}>{labels.saved}</Button>
    </>
  );
}
