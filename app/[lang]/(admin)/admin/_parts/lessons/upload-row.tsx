'use client';

import { fileSizeText, type SizeUnits } from '@/lib/i18n/number-texts';
import { faultsOfError } from '@/lib/admin/uploads/captions-error';
import type { Language } from '@/lib/language';
import { Badge } from '../../../../_ui/text/badge';
import { Button } from '../../../../_ui/button';
import styles from './lesson-uploads.module.css';
import type { Upload } from './send-video';

export interface UploadLabels {
  refused: string; sending: string; network_lost: string; pause: string; remove: string; retry: string; go_on: string; of: string;
  statuses: Record<Upload['status'], string>;
  /** By the name of a step of the pipeline; those of pictures are `{size}`. */
  steps: Record<string, string>;
  step_picture: string;
  /** Above what was changed in a video. */
  notices: string;
  captions_wrong: string;
  /** With `{name}`, `{line}` and `{fault}`. */
  caption_fault: string;
  faults: Record<string, string>;
  units: SizeUnits;
}
interface UploadRowProps { upload: Upload; lang: Language; labels: UploadLabels; sending: { waits: boolean } | null; onStop: () => void; onRemove: () => void; onRetry: () => void }

const tones = { receiving: 'neutral', waiting: 'accent', processing: 'accent', done: 'success', failed: 'danger' } as const;

/** One video on its way: how far, what is being done with it, and what one can do about it. */
export function UploadRow({ upload, lang, labels, sending, onStop, onRemove, onRetry }: UploadRowProps) {
  const { status, step, share, error, sizeBytes, receivedBytes, name, file } = upload;
  const title = name[lang] ?? file;
  const shown = status === 'receiving' ? receivedBytes / sizeBytes : share;
  const says = sayingOf(upload, labels, sending);
  return (
    <li className={styles.row} data-status={status}>
      <p className={styles.head}><strong><bdi>{title}</bdi></strong> <Badge tone={tones[status]}>{sending ? labels.sending : labels.statuses[status]}</Badge></p>
      {status !== 'done' && status !== 'failed' && <progress className={styles.progress} value={shown} max={1} aria-label={title} />}
      <p className={styles.says} role="status">
        {status === 'receiving' && <bdi>{`${fileSizeText(receivedBytes, lang, labels.units)} ${labels.of} ${fileSizeText(sizeBytes, lang, labels.units)}`}</bdi>}
        {status === 'processing' && <bdi>{`${step ? (labels.steps[step] ?? labels.step_picture.replace('{size}', step)) : ''} ${Math.round(share * 100)} %`}</bdi>}
        {says && <span>{says}</span>}
        {faultsOfError(error)?.map(({ name: from, line, fault }) => (
          <bdi key={`${from} ${line} ${fault}`} className={styles.fault}>{labels.caption_fault.replace('{name}', from).replace('{line}', String(line)).replace('{fault}', labels.faults[fault] ?? fault)}</bdi>
        ))}
      </p>
      {upload.notices.length > 0 && (
        <div className={styles.notices}>
          <p>{labels.notices}</p>
          <ul>{upload.notices.map(({ code, text }) => <li key={code}>{text}</li>)}</ul>
        </div>
      )}
      <div className={styles.actions}>
        {sending && <Button size="small" variant="secondary" onClick={onStop}>{labels.pause}</Button>}
        {status === 'failed' && <Button size="small" variant="secondary" icon="refresh" onClick={onRetry}>{labels.retry}</Button>}
        {status !== 'processing' && !sending && <Button size="small" variant="quiet" icon="trash" aria-label={`${labels.remove}: ${title}`} onClick={onRemove}>{labels.remove}</Button>}
      </div>
    </li>
  );
}

function sayingOf({ status, error, errorText }: Upload, labels: UploadLabels, sending: { waits: boolean } | null): string {
  if (sending?.waits) return labels.network_lost;
  if (status === 'receiving' && !sending) return labels.go_on;
  if (faultsOfError(error)) return labels.captions_wrong;
  return errorText ?? '';
}
