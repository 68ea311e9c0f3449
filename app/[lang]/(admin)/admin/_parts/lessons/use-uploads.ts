'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { readUpload, type Upload } from './send-video';
import { useAdminCall } from '../call/use-admin-call';
import { senderOf, type SenderState } from './video-sender';

const lookEveryMs = 1500;
const isWorkedOn = ({ status }: Upload) => status === 'waiting' || status === 'processing';

const withFirst = (upload: Upload, all: Upload[]): Upload[] => [upload, ...all.filter(({ uploadId }) => uploadId !== upload.uploadId)];

/** What this page sent is newer than a page that was drawn before it arrived. */
function withSent(all: Upload[], { busy, upload }: SenderState): Upload[] {
  if (!upload) return all;
  const known = all.find(({ uploadId }) => uploadId === upload.uploadId);
  return busy || known?.status === 'receiving' ? withFirst(upload, all) : all;
}

/** A course's uploads: those this page sends, and how far the service is with those it has. */
export function useUploads(slug: string, initial: Upload[]) {
  const router = useRouter();
  const { call } = useAdminCall();
  const sender = senderOf(slug);
  const state = useSyncExternalStore(sender.subscribe, sender.read, sender.read);
  const { busy, upload: sent, waits, refusal } = state;
  const [uploads, setUploads] = useState(() => withSent(initial, state));
  const [seen, setSeen] = useState(sent);
  if (sent !== seen) {
    setSeen(sent);
    if (sent) setUploads(withFirst(sent, uploads));
  }

  const remove = useCallback(async (uploadId: string) => {
    if (sender.read().upload?.uploadId === uploadId) sender.stop();
    const outcome = await call({ method: 'DELETE', url: `/api/admin/uploads/${uploadId}` });
    if (outcome.ok) setUploads((all) => all.filter((upload) => upload.uploadId !== uploadId));
    else sender.refuse(outcome);
  }, [call, sender]);
  const retry = useCallback(async (uploadId: string) => {
    const outcome = await call<Upload>({ method: 'POST', url: `/api/admin/uploads/${uploadId}/retry` });
    if (outcome.ok) setUploads((all) => withFirst(outcome.answer, all));
    else sender.refuse(outcome);
  }, [call, sender]);

  useEffect(() => () => sender.refuse(null), [sender]);

  const watched = uploads.filter(isWorkedOn).map(({ uploadId }) => uploadId).join(' ');
  useEffect(() => {
    if (watched === '') return;
    const look = async () => {
      for (const uploadId of watched.split(' ')) {
        const upload = await readUpload(uploadId);
        if (upload) setUploads((all) => all.map((each) => (each.uploadId === uploadId ? upload : each)));
        if (upload?.status === 'done') router.refresh();
      }
    };
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => clearInterval(timer);
  }, [watched, router]);

  const sending = busy && sent ? { uploadId: sent.uploadId, waits } : null;
  return { uploads, busy, sending, refusal, begin: sender.begin, stop: sender.stop, remove, retry };
}
