'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readCaptions, type ChosenCaptions } from './caption-files';
import { fingerprintOf, readUpload, sendVideo, type Upload } from './send-video';
import { useAdminCall } from '../call/use-admin-call';

export interface Beginning { video: File; captions: ChosenCaptions; replaces?: string; name?: Record<string, string>; chapter: number; freePreview: boolean }

const lookEveryMs = 1500;
const isWorkedOn = ({ status }: Upload) => status === 'waiting' || status === 'processing';

/** A course's uploads: those this page sends, and how far the service is with those it has. */
export function useUploads(slug: string, initial: Upload[]) {
  const router = useRouter();
  const { call } = useAdminCall();
  const [uploads, setUploads] = useState(initial);
  const [sending, setSending] = useState<{ uploadId: string; waits: boolean } | null>(null);
  const [refusal, setRefusal] = useState<{ title: string; errors: Record<string, string> } | null>(null);
  const abort = useRef<AbortController | null>(null);
  const put = useCallback((upload: Upload) => setUploads((all) => [upload, ...all.filter(({ uploadId }) => uploadId !== upload.uploadId)]), []);

  const begin = useCallback(async ({ video, captions, ...wanted }: Beginning): Promise<boolean> => {
    setRefusal(null);
    const body = { ...wanted, captions: await readCaptions(captions), sizeBytes: video.size, fingerprint: await fingerprintOf(video) };
    const begun = await call<Upload>({ method: 'POST', url: `/api/admin/courses/${slug}/uploads`, body });
    if (!begun.ok) {
      setRefusal(begun);
      return false;
    }
    put(begun.answer);
    const { uploadId } = begun.answer;
    const controller = new AbortController();
    abort.current = controller;
    setSending({ uploadId, waits: false });
    const sent = await sendVideo(video, begun.answer, { signal: controller.signal, onProgress: put, onWait: (waits) => setSending({ uploadId, waits }) });
    setSending(null);
    if (sent.ok) put(sent.upload);
    else if (!sent.stopped) setRefusal({ title: sent.title, errors: {} });
    return sent.ok;
  }, [call, put, slug]);

  const stop = useCallback(() => abort.current?.abort(), []);
  const remove = useCallback(async (uploadId: string) => {
    stop();
    const outcome = await call({ method: 'DELETE', url: `/api/admin/uploads/${uploadId}` });
    if (outcome.ok) setUploads((all) => all.filter((upload) => upload.uploadId !== uploadId));
    else setRefusal(outcome);
  }, [call, stop]);
  const retry = useCallback(async (uploadId: string) => {
    const outcome = await call<Upload>({ method: 'POST', url: `/api/admin/uploads/${uploadId}/retry` });
    if (outcome.ok) put(outcome.answer);
    else setRefusal(outcome);
  }, [call, put]);

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

  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [sending]);

  return { uploads, sending, refusal, begin, stop, remove, retry };
}
