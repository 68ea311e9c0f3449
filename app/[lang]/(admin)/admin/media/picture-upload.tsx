'use client';

import { useRouter } from 'next/navigation';
import { useState, type DragEvent, type SyntheticEvent } from 'react';
import { classNames } from '../../../_ui/class-names';
import { Button } from '../../../_ui/button';
import { Form, FormActions } from '../../../_ui/form/form';
import { Card } from '../../../_ui/layout/card';
import { warnWhile } from '../_parts/call/leaving-warning';
import styles from './media.module.css';
import { sendPicture } from './send-picture';

interface Labels { title: string; files: string; help: string; upload: string; drop: string; sending: string; sent: string; failed: string; unreachable: string; again: string }
interface Row { key: string; file: File; share: number; /** What was said to it in the end; null while it is sent. */ said: string | null; ok: boolean; /** A full disk or a lost connection: it can be sent again as it is. */ isPassing: boolean }

const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
let rowsBegun = 0;

/** Several pictures at once, each with its progress and its answer; without JavaScript a form that sends them together. */
export function PictureUpload({ labels }: { labels: Labels }) {
  const router = useRouter();
  const [rows, setRows] = useState<Row[]>([]);
  const [chosen, choose] = useState<File[]>([]);
  const [field, renewField] = useState(0);
  const [over, setOver] = useState(false);
  const put = (key: string, change: Partial<Row>) => setRows((all) => all.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const send = async (files: readonly File[]) => {
    const begun = files.map((file) => ({ file, row: { key: `${(rowsBegun += 1)}`, file, share: 0, said: null, ok: false, isPassing: false } }));
    setRows((all) => [...all.filter(({ said, ok }) => said === null || !ok), ...begun.map(({ row }) => row)]);
    for (const { row } of begun) await sendOne(row);
  };
  const sendOne = async ({ key, file }: Row) => {
    put(key, { share: 0, said: null, isPassing: false });
    const sent = await sendPicture(file, (share) => put(key, { share }));
    put(key, sent.ok ? { share: 1, ok: true, said: labels.sent } : { said: sent.title || labels.unreachable, isPassing: sent.isPassing });
    if (sent.ok) router.refresh();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return;
    void warnWhile(send(chosen));
    choose([]);
    renewField((count) => count + 1);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void warnWhile(send([...event.dataTransfer.files]));
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <Card as="section" aria-labelledby="upload-pictures">
      <h2 id="upload-pictures">{labels.title}</h2>
      <Form method="post" action="/api/admin/pictures" encType="multipart/form-data" onSubmit={submit}>
        <div className={classNames(styles.chooser, over && styles.over)} onDragOver={(event) => drag(event, true)} onDragLeave={(event) => drag(event, false)} onDrop={drop}>
          <label htmlFor="files">{labels.files} <span className={styles.drop}>{labels.drop}</span></label>
          <input key={field} id="files" name="files" type="file" multiple required accept={accepted} aria-describedby="files-help" onChange={(event) => choose([...(event.target.files ?? [])])} />
          <p id="files-help">{labels.help}</p>
        </div>
        <FormActions><Button type="submit" icon="send">{labels.upload}</Button></FormActions>
      </Form>
      <div role="status">{rows.length > 0 && <ul className={styles.sending}>{rows.map((row) => <SentRow key={row.key} row={row} labels={labels} onAgain={() => void warnWhile(sendOne(row))} />)}</ul>}</div>
    </Card>
  );
}

const SentRow = ({ row: { file: { name }, share, said, ok, isPassing }, labels, onAgain }: { row: Row; labels: Labels; onAgain: () => void }) => (
  <li className={classNames(said !== null && !ok && styles.refused)}>
    <bdi>{name}</bdi>
    {said === null ? <progress value={share} max={1} aria-label={`${labels.sending}: ${name}`} /> : <span>{said}</span>}
    {isPassing && <Button variant="quiet" size="small" aria-label={`${labels.again}: ${name}`} onClick={onAgain}>{labels.again}</Button>}
  </li>
);
