'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { AdminAttachment } from '@/lib/admin/courses/lesson-attachments';
import type { Language } from '@/lib/language';
import { Card } from '../../../../../_ui/layout/card';
import { Notice } from '../../../../../_ui/feedback/notice';
import { OutcomeNotice } from '../../call/outcome-notice';
import { useAdminCall, type Outcome } from '../../call/use-admin-call';
import type { JsonRequest } from '../../../../../_session/json-call';
import styles from '../lesson-uploads.module.css';
import type { PlannedChapter } from '../move-lesson';
import type { AttachmentLabels } from './attachment-labels';
import { AttachmentForm } from './attachment-form';
import { AttachmentRow } from './attachment-row';

interface Props { slug: string; lang: Language; chapters: PlannedChapter[]; attachments: AdminAttachment[]; labels: AttachmentLabels }

/** Row N17: what can be downloaded beside a lesson's video. */
export function LessonAttachments({ slug, lang, chapters, attachments, labels }: Props) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [done, setDone] = useState('');
  const [refused, setRefused] = useState<Outcome | null>(null);
  const nameOf = new Map(chapters.flatMap((chapter) => chapter.lessons).map(({ file, name }) => [file, name[lang]]));
  const send = async (request: JsonRequest, said: string): Promise<Outcome> => {
    setDone('');
    const outcome = await call(request);
    setRefused(outcome.ok ? null : outcome);
    if (outcome.ok) {
      setDone(said);
      router.refresh();
    }
    return outcome;
  };
  return (
    <Card as="section" aria-labelledby="attachments" className={styles.uploads}>
      <h2 id="attachments">{labels.title}</h2>
      <p>{labels.intro}</p>
      <AttachmentForm slug={slug} lang={lang} chapters={chapters} busy={busy} labels={labels} onSend={(request) => send(request, labels.added)} />
      <div role="status">{done && <Notice tone="success">{done}</Notice>}</div>
      <OutcomeNotice outcome={refused} labels={labels.save} />
      {attachments.length === 0 && <p>{labels.none}</p>}
      {attachments.length > 0 && (
        <ul className={styles.list}>
          {attachments.map((attachment) => (
            <AttachmentRow
              key={attachment.id} attachment={attachment} lesson={nameOf.get(attachment.lesson) ?? attachment.lesson} lang={lang} busy={busy} labels={labels}
              onRename={(name) => void send({ method: 'PUT', url: `/api/admin/attachments/${attachment.id}`, body: { name } }, labels.save.saved)}
              onRemoved={() => setDone(labels.removed)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
