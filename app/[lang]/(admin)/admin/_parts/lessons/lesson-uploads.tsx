'use client';

import type { Language } from '@/lib/language';
import { Card } from '../../../../_ui/layout/card';
import { Notice } from '../../../../_ui/feedback/notice';
import styles from './lesson-uploads.module.css';
import type { PlannedChapter } from './move-lesson';
import type { Upload } from './send-video';
import { UploadForm, type UploadFormLabels } from './upload-form';
import { UploadRow, type UploadLabels } from './upload-row';
import { useUploads } from './use-uploads';

type Labels = UploadLabels & UploadFormLabels & { title: string; intro: string; lacks: string };
interface LessonUploadsProps { slug: string; lang: Language; chapters: PlannedChapter[]; initial: Upload[]; lacking: string[]; labels: Labels }

/** Row O7: a video becomes a lesson: sent in pieces that survive a lost network, then made ready while one watches. */
export function LessonUploads({ slug, lang, chapters, initial, lacking, labels }: LessonUploadsProps) {
  const { uploads, busy, sending, refusal, begin, stop, remove, retry } = useUploads(slug, initial);
  return (
    <Card as="section" aria-labelledby="uploads" className={styles.uploads}>
      <h2 id="uploads">{labels.title}</h2>
      <p>{labels.intro}</p>
      {lacking.length > 0 && <Notice tone="notice">{labels.lacks} <bdi>{lacking.join(', ')}</bdi></Notice>}
      <UploadForm lang={lang} chapters={chapters} busy={busy} refusal={refusal} labels={labels} onSend={begin} />
      {uploads.length > 0 && (
        <ul className={styles.list}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.uploadId} upload={upload} lang={lang} labels={labels} sending={sending?.uploadId === upload.uploadId ? sending : null}
              onStop={stop} onRemove={() => void remove(upload.uploadId)} onRetry={() => void retry(upload.uploadId)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
