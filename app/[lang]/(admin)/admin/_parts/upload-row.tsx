'use client';

import { faultsOfError } from '@/lib/admin/uploads/captions-error';
import type { Language } from '@/lib/language';
import { Badge } from '../../../_ui/badge';
import { Button } from '../../../_ui/button';
import styles from './lesson-uploads.module.css';
import type { Upload } from './send-video';

export interface UploadWords {
  refused: string; sending: string; network_lost: string; pause: string; remove: string; retry: string; go_on: string; of: string;
  statuses: Record<Upload['status'], string>;
  /** By the name of a step of the pipeline, and of what went wrong. */
  steps: Record<string, string>;
  errors: Record<string, string>;
  captions_wrong: string;
  /** With `{name}`, `{line}` and `{fault}`. */
  caption_fault: string;
  faults: Record<string, string>;
}
interface UploadRowProps { upload: Upload; lang: Language; words: UploadWords; sending: { waits: boolean } | null; onStop: () => void; onRemove: () => void; onRetry: () => void }

const tones = { receiving: 'neutral', waiting: 'accent', processing: 'accent', done: 'success', failed: 'danger' } as const;
const mebibytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

/** One video on its way: how far, what is being done with it, and what one can do about it. */
export function UploadRow({ upload, lang, words, sending, onStop, onRemove, onRetry }: UploadRowProps) {
  const { status, step, share, error, sizeBytes, receivedBytes, name, file } = upload;
  const title = name[lang] ?? file;
  const shown = status === 'receiving' ? receivedBytes / sizeBytes : share;
  const says = sayingOf(upload, words, sending);
  return (
    <li className={styles.row} data-status={status}>
      <p className={styles.head}><strong><bdi>{title}</bdi></strong> <Badge tone={tones[status]}>{sending ? words.sending : words.statuses[status]}</Badge></p>
      {status !== 'done' && status !== 'failed' && <progress className={styles.progress} value={shown} max={1} aria-label={title} />}
      <p className={styles.says} role="status">
        {status === 'receiving' && <bdi>{mebibytes(receivedBytes)} {words.of} {mebibytes(sizeBytes)}</bdi>}
        {status === 'processing' && <bdi>{step ? (words.steps[step] ?? step) : ''} {Math.round(share * 100)} %</bdi>}
        {says && <span>{says}</span>}
        {faultsOfError(error)?.map(({ name: from, line, fault }) => (
          <bdi key={`${from} ${line} ${fault}`} className={styles.fault}>{words.caption_fault.replace('{name}', from).replace('{line}', String(line)).replace('{fault}', words.faults[fault] ?? fault)}</bdi>
        ))}
        {status === 'failed' && error && !words.errors[error] && <bdi>{error}</bdi>}
      </p>
      <div className={styles.actions}>
        {sending && <Button size="small" variant="secondary" onClick={onStop}>{words.pause}</Button>}
        {status === 'failed' && <Button size="small" variant="secondary" icon="refresh" onClick={onRetry}>{words.retry}</Button>}
        {status !== 'processing' && !sending && <Button size="small" variant="quiet" icon="trash" aria-label={`${words.remove}: ${title}`} onClick={onRemove}>{words.remove}</Button>}
      </div>
    </li>
  );
}

function sayingOf({ status, error }: Upload, words: UploadWords, sending: { waits: boolean } | null): string {
  if (sending?.waits) return words.network_lost;
  if (status === 'receiving' && !sending) return words.go_on;
  if (faultsOfError(error)) return words.captions_wrong;
  return error ? (words.errors[error] ?? '') : '';
}
