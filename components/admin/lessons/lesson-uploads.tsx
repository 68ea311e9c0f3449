'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useAdminCall } from '@/components/admin/call/use-admin-call';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { fileSizeText, type SizeUnits } from '@/lib/i18n/formats';
import type { Language, Localised } from '@/lib/language';
import { faultsOfError } from '@/lib/lessons/admin/captions-error';
import type { PlannedChapter } from './lesson-plan';
import { readUpload, senderOf, type SenderState, type Upload } from './send-video';
import { UploadForm } from './upload-form';
import styles from './lesson-uploads.module.css';

interface LessonUploadsProps {
  slug: string;
  lang: Language;
  chapters: PlannedChapter[];
  initial: Upload[];
  missingTools: string[];
  languageNames: Localised;
  units: SizeUnits;
}

export function LessonUploads({
  slug,
  lang,
  chapters,
  initial,
  missingTools,
  languageNames,
  units,
}: LessonUploadsProps) {
  const t = useTranslations('admin');
  const { uploads, busy, sending, refusal, begin, stop, remove, retry } = useUploads(slug, initial);
  return (
    <Card as="section" aria-labelledby="uploads" className={styles.uploads}>
      <h2 id="uploads">{t('upload_title')}</h2>
      <p>{t('upload_intro')}</p>
      {missingTools.length > 0 && (
        <Notice tone="notice">
          {t('upload_lacks')} <bdi>{missingTools.join(', ')}</bdi>
        </Notice>
      )}
      <UploadForm
        lang={lang}
        chapters={chapters}
        busy={busy}
        refusal={refusal}
        languageNames={languageNames}
        onSend={begin}
      />
      {uploads.length > 0 && (
        <ul className={styles.list}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.uploadId}
              upload={upload}
              lang={lang}
              units={units}
              sending={sending?.uploadId === upload.uploadId ? sending : null}
              onStop={stop}
              onRemove={() => void remove(upload.uploadId)}
              onRetry={() => void retry(upload.uploadId)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

const pollIntervalMs = 1500;
const isWorkedOn = ({ status }: Upload) => status === 'waiting' || status === 'processing';

const putFirst = (upload: Upload, all: Upload[]): Upload[] => [
  upload,
  ...all.filter(({ uploadId }) => uploadId !== upload.uploadId),
];

/** Puts this page's own upload first: the server may have rendered its list before the upload arrived. */
function mergeSent(all: Upload[], { isBusy, upload }: SenderState): Upload[] {
  if (!upload) return all;
  const known = all.find(({ uploadId }) => uploadId === upload.uploadId);
  return isBusy || known?.status === 'receiving' ? putFirst(upload, all) : all;
}

export function useUploads(slug: string, initial: Upload[]) {
  const router = useRouter();
  const { call } = useAdminCall();
  const sender = senderOf(slug);
  const state = useSyncExternalStore(sender.subscribe, sender.read, sender.read);
  const { isBusy, upload: sent, isWaiting, refusal } = state;
  const [uploads, setUploads] = useState(() => mergeSent(initial, state));
  const [previousSent, setPreviousSent] = useState(sent);
  if (sent !== previousSent) {
    setPreviousSent(sent);
    if (sent) setUploads(putFirst(sent, uploads));
  }

  const remove = useCallback(
    async (uploadId: string) => {
      if (sender.read().upload?.uploadId === uploadId) sender.stop();
      const outcome = await call({ method: 'DELETE', url: `/api/admin/uploads/${uploadId}` });
      if (outcome.ok) setUploads((all) => all.filter((upload) => upload.uploadId !== uploadId));
      else sender.refuse(outcome);
    },
    [call, sender],
  );
  const retry = useCallback(
    async (uploadId: string) => {
      const outcome = await call<Upload>({ method: 'POST', url: `/api/admin/uploads/${uploadId}/retry` });
      if (outcome.ok) setUploads((all) => putFirst(outcome.answer, all));
      else sender.refuse(outcome);
    },
    [call, sender],
  );

  useEffect(() => () => sender.refuse(null), [sender]);

  const uploadIds = uploads
    .filter(isWorkedOn)
    .map(({ uploadId }) => uploadId)
    .join(' ');
  useEffect(() => {
    if (uploadIds === '') return;
    const pollUploads = async () => {
      for (const uploadId of uploadIds.split(' ')) {
        const upload = await readUpload(uploadId);
        if (upload) setUploads((all) => all.map((each) => (each.uploadId === uploadId ? upload : each)));
        if (upload?.status === 'done') router.refresh();
      }
    };
    const timer = setInterval(() => void pollUploads(), pollIntervalMs);
    return () => clearInterval(timer);
  }, [uploadIds, router]);

  const sending = isBusy && sent ? { uploadId: sent.uploadId, waits: isWaiting } : null;
  return { uploads, busy: isBusy, sending, refusal, begin: sender.begin, stop: sender.stop, remove, retry };
}

interface UploadRowProps {
  upload: Upload;
  lang: Language;
  units: SizeUnits;
  sending: { waits: boolean } | null;
  onStop: () => void;
  onRemove: () => void;
  onRetry: () => void;
}

const tones = {
  receiving: 'neutral',
  waiting: 'accent',
  processing: 'accent',
  done: 'success',
  failed: 'danger',
} as const;

function UploadRow({ upload, lang, units, sending, onStop, onRemove, onRetry }: UploadRowProps) {
  const t = useTranslations('admin');
  const { status, step, share, error, sizeBytes, receivedBytes, name, file } = upload;
  const title = name[lang] ?? file;
  const progressShare = status === 'receiving' ? receivedBytes / sizeBytes : share;
  const statusText = uploadStatusText(upload, t, sending);
  return (
    <li className={styles.row} data-status={status}>
      <p className={styles.head}>
        <strong>
          <bdi>{title}</bdi>
        </strong>{' '}
        <Badge tone={tones[status]}>{sending ? t('upload_sending') : t(`upload_${status}`)}</Badge>
      </p>
      {status !== 'done' && status !== 'failed' && (
        <progress className={styles.progress} value={progressShare} max={1} aria-label={title} />
      )}
      {/* Keep numbers outside the status: screen readers would speak every change. */}
      <p className={styles.says}>
        {status === 'receiving' && (
          <bdi>{`${fileSizeText(receivedBytes, lang, units)} ${t('upload_of')} ${fileSizeText(sizeBytes, lang, units)}`}</bdi>
        )}
        <span className={styles.says} role="status">
          {status === 'processing' && step && (
            <bdi>{t.has(`step_${step}`) ? t(`step_${step}`) : t('step_picture', { size: step })}</bdi>
          )}
          {statusText && <span>{statusText}</span>}
          {faultsOfError(error)?.map(({ name: from, line, fault }) => (
            <bdi key={`${from} ${line} ${fault}`} className={styles.error}>
              {t('caption_fault', { name: from, line, fault: t(`caption_${fault}`) })}
            </bdi>
          ))}
        </span>
        {status === 'processing' && <bdi>{`${Math.round(share * 100)} %`}</bdi>}
      </p>
      {upload.notices.length > 0 && (
        <div className={styles.notices}>
          <p>{t('video_notices')}</p>
          <ul>
            {upload.notices.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.actions}>
        {sending && (
          <Button size="small" variant="secondary" onClick={onStop}>
            {t('upload_pause')}
          </Button>
        )}
        {status === 'failed' && (
          <Button size="small" variant="secondary" icon="refresh" onClick={onRetry}>
            {t('upload_retry')}
          </Button>
        )}
        {status !== 'processing' && !sending && (
          <Button
            size="small"
            variant="quiet"
            icon="trash"
            aria-label={`${t('upload_remove')}: ${title}`}
            onClick={onRemove}
          >
            {t('upload_remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

function uploadStatusText(
  { status, error, errorText }: Upload,
  t: (key: string) => string,
  sending: { waits: boolean } | null,
): string {
  if (sending?.waits) return t('upload_network_lost');
  if (status === 'receiving' && !sending) return t('upload_go_on');
  if (faultsOfError(error)) return t('upload_captions_wrong');
  return errorText ?? '';
}
