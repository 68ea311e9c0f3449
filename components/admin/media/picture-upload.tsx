'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type DragEvent, type SyntheticEvent, useEffect, useState } from 'react';
import { warnBeforeUnloadWhile } from '@/components/admin/call/use-admin-call';
import { Form, FormActions } from '@/components/form/form';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { sendPicture } from './send-picture';
import styles from './media.module.css';

interface Row {
  key: string;
  file: File;
  progress: number;
  /** Null while the file is being sent. */
  message: string | null;
  isOk: boolean;
  canRetry: boolean;
}

const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
let rowCount = 0;

export function PictureUpload() {
  const t = useTranslations('admin');
  const router = useRouter();
  const [rows, setRows] = useState<Row[]>([]);
  const [chosen, setChosen] = useState<File[]>([]);
  const [field, renewField] = useState(0);
  const [over, setOver] = useState(false);
  const changeRow = (key: string, change: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const send = async (files: readonly File[]) => {
    const added = files.map((file) => ({
      file,
      row: { key: `${(rowCount += 1)}`, file, progress: 0, message: null, isOk: false, canRetry: false },
    }));
    setRows((all) => [...all.filter(({ message, isOk }) => message === null || !isOk), ...added.map(({ row }) => row)]);
    for (const { row } of added) await sendOne(row);
  };
  const sendOne = async ({ key, file }: Row) => {
    changeRow(key, { progress: 0, message: null });
    const sent = await sendPicture(file, (progress) => changeRow(key, { progress }));
    changeRow(
      key,
      sent.ok
        ? { progress: 1, isOk: true, message: t('picture_sent'), canRetry: false }
        : { message: sent.title || t('picture_not_sent'), canRetry: sent.isPassing },
    );
    if (sent.ok) router.refresh();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return;
    void warnBeforeUnloadWhile(send(chosen));
    setChosen([]);
    renewField((count) => count + 1);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void warnBeforeUnloadWhile(send([...event.dataTransfer.files]));
  };
  const handleDrag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <Card as="section" aria-labelledby="upload-pictures">
      <h2 id="upload-pictures">{t('picture_upload_title')}</h2>
      <Form method="post" action="/api/admin/pictures" encType="multipart/form-data" onSubmit={submit}>
        <div
          className={classNames(styles.chooser, over && styles.over)}
          onDragOver={(event) => handleDrag(event, true)}
          onDragLeave={(event) => handleDrag(event, false)}
          onDrop={handleDrop}
        >
          <label htmlFor="files">
            {t('picture_files')} <span className={styles.drop}>{t('picture_drop')}</span>
          </label>
          <input
            key={field}
            id="files"
            name="files"
            type="file"
            multiple
            required
            accept={accepted}
            aria-describedby="files-help"
            onChange={(event) => setChosen([...(event.target.files ?? [])])}
          />
          <p id="files-help">{t('picture_files_help')}</p>
        </div>
        <FormActions>
          <Button type="submit" icon="send">
            {t('picture_upload')}
          </Button>
        </FormActions>
      </Form>
      <div role="status">
        {rows.length > 0 && (
          <ul className={styles.sending}>
            {rows.map((row) => (
              <SentRow key={row.key} row={row} onRetry={() => void warnBeforeUnloadWhile(sendOne(row))} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function SentRow({
  row: {
    file: { name },
    progress,
    message,
    isOk,
    canRetry,
  },
  onRetry,
}: {
  row: Row;
  onRetry: () => void;
}) {
  const t = useTranslations('admin');
  return (
    <li className={classNames(message !== null && !isOk && styles.failed)}>
      <bdi>{name}</bdi>
      {message === null ? (
        <progress value={progress} max={1} aria-label={`${t('picture_sending')}: ${name}`} />
      ) : (
        <span>{message}</span>
      )}
      {canRetry && (
        // Stays while the file is sent again, so that it keeps the keyboard focus.
        <Button
          variant="quiet"
          size="small"
          busy={message === null}
          aria-label={`${t('picture_again')}: ${name}`}
          onClick={onRetry}
        >
          {t('picture_again')}
        </Button>
      )}
    </li>
  );
}

const pollIntervalMs = 2000;

export function WatchPictures({ waiting: isWaiting }: { waiting: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => router.refresh(), pollIntervalMs);
    return () => clearInterval(timer);
  }, [isWaiting, router]);
  return null;
}
