'use client';

import { useTranslations } from 'next-intl';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { AttachmentList, type AttachmentView } from '@/components/course/attachment-list';
import { callJson, errorText } from '@/components/session/json-call';
import { ErrorNotice } from '@/components/ui/feedback/notice';
import type { SizeUnits } from '@/lib/i18n/formats';
import type { AttachmentsInitial, LessonPlace } from './section-data';

interface Props {
  place: LessonPlace;
  units: SizeUnits;
  initial: AttachmentsInitial | undefined;
}

/** After this time, a click fetches new URLs first, because signed URLs expire (MEDIA_URL_TTL_S). */
const trustedForMs = 60_000;

export function AttachmentsPanel({ place, units, initial }: Props) {
  const t = useTranslations('attachments');
  const [attachments, setAttachments] = useState<AttachmentView[] | null>(initial?.attachments ?? null);
  const [error, setError] = useState('');
  const readAtMs = useRef(0);
  const url = `/api/lesson-attachments/${encodeURIComponent(place.courseSlug)}/${encodeURIComponent(place.lesson)}`;

  const readAttachments = async (): Promise<AttachmentView[]> => {
    const outcome = await callJson<AttachmentView[]>({ method: 'GET', url });
    setError(outcome.ok ? '' : errorText(outcome, { unreachable: t('unreachable'), failed: t('failed') }));
    if (!outcome.ok) return [];
    readAtMs.current = performance.now();
    setAttachments(outcome.answer);
    return outcome.answer;
  };
  const openAttachment = (event: MouseEvent, { id }: AttachmentView) => {
    if (performance.now() - readAtMs.current < trustedForMs) return;
    event.preventDefault();
    void readAttachments().then((renewed) => {
      const attachment = renewed.find((each) => each.id === id);
      if (attachment) location.assign(attachment.url);
    });
  };

  const firstRead = useRef(initial ? null : readAttachments);
  useEffect(() => {
    const reading = firstRead.current;
    firstRead.current = null;
    if (reading) void reading();
    else readAtMs.current = performance.now();
  }, []);

  return (
    <div>
      <ErrorNotice>{error}</ErrorNotice>
      {attachments === null && !error && <p role="status">{t('loading')}</p>}
      {attachments?.length === 0 && <p>{t('empty')}</p>}
      {attachments && attachments.length > 0 && (
        <AttachmentList
          attachments={attachments}
          lang={place.lang}
          units={units}
          download={t('download')}
          onPress={openAttachment}
        />
      )}
    </div>
  );
}
