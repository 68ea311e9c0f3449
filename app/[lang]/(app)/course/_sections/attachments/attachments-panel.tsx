'use client';

import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { AttachmentList, type ShownAttachment } from '../../../../_course/attachment-list';
import { callJson } from '../../../../_session/json-call';
import { Notice } from '../../../../_ui/feedback/notice';
import type { LessonPlace } from '../lesson-place';
import type { AttachmentsInitial, AttachmentsLabels } from './attachments-labels';

interface Props { place: LessonPlace; labels: AttachmentsLabels; initial: AttachmentsInitial | undefined }

/** Addresses are signed for a while (MEDIA_URL_TTL_S): a page that was left open gets new ones when a link is pressed. */
const trustedForMs = 60_000;

/** Row N17: what belongs to the lesson besides its video. */
export function AttachmentsPanel({ place, labels, initial }: Props) {
  const [attachments, setAttachments] = useState<ShownAttachment[] | null>(initial?.attachments ?? null);
  const [problem, setProblem] = useState('');
  const readAtMs = useRef(0);
  const url = `/api/lesson-attachments/${encodeURIComponent(place.courseSlug)}/${encodeURIComponent(place.lesson)}`;

  const read = async (): Promise<ShownAttachment[]> => {
    const outcome = await callJson<ShownAttachment[]>({ method: 'GET', url });
    setProblem(outcome.ok ? '' : outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    if (!outcome.ok) return [];
    readAtMs.current = performance.now();
    setAttachments(outcome.answer);
    return outcome.answer;
  };
  const press = (event: MouseEvent, { id }: ShownAttachment) => {
    if (performance.now() - readAtMs.current < trustedForMs) return;
    event.preventDefault();
    void read().then((renewed) => {
      const found = renewed.find((each) => each.id === id);
      if (found) location.assign(found.url);
    });
  };

  // Once: what follows is read when a link is pressed.
  const firstRead = useRef(initial ? null : read);
  useEffect(() => {
    const reading = firstRead.current;
    firstRead.current = null;
    if (reading) void reading();
    else readAtMs.current = performance.now();
  }, []);

  return (
    <div>
      {problem && <Notice tone="danger" alert>{problem}</Notice>}
      {attachments === null && !problem && <p role="status">{labels.loading}</p>}
      {attachments?.length === 0 && <p>{labels.empty}</p>}
      {attachments && attachments.length > 0 && <AttachmentList attachments={attachments} lang={place.lang} units={labels.units} download={labels.download} onPress={press} />}
    </div>
  );
}
