'use client';

import { useState, type SyntheticEvent } from 'react';
import { attachmentExtensions } from '@/lib/content/attachment-types';
import { inEachLanguage, languages, type Language } from '@/lib/language';
import { Button } from '../../../../../_ui/button';
import { Field } from '../../../../../_ui/form/field';
import { describedBy, FieldFrame } from '../../../../../_ui/form/field-frame';
import { FieldRow, Form, FormActions } from '../../../../../_ui/form/form';
import { Select } from '../../../../../_ui/form/select';
import type { JsonRequest } from '../../../../../_session/json-call';
import type { Outcome } from '../../call/use-admin-call';
import styles from '../lesson-uploads.module.css';
import type { PlannedChapter } from '../move-lesson';
import type { AttachmentLabels } from './attachment-labels';

interface Props { slug: string; lang: Language; chapters: PlannedChapter[]; busy: boolean; labels: AttachmentLabels; onSend: (request: JsonRequest) => Promise<Outcome> }

const noNames = inEachLanguage(() => '');
const accepted = attachmentExtensions.map((extension) => `.${extension}`).join(',');

/** One file for one lesson, with a name in each language. */
export function AttachmentForm({ slug, lang, chapters, busy, labels, onSend }: Props) {
  const [lesson, setLesson] = useState(chapters[0]?.lessons[0]?.file ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [names, setNames] = useState(noNames);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [sent, setSent] = useState(0);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!file) return;
    const query = new URLSearchParams({ fileName: file.name, ...names });
    const outcome = await onSend({ method: 'POST', url: `/api/admin/courses/${encodeURIComponent(slug)}/lessons/${encodeURIComponent(lesson)}/attachments?${query}`, file });
    setErrors(outcome.ok ? {} : outcome.errors);
    if (!outcome.ok) return;
    setFile(null);
    setNames(noNames);
    setSent((count) => count + 1);
  };
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <Select name="attachment-lesson" label={labels.lesson} value={lesson} onChange={(event) => setLesson(event.target.value)}>
        {chapters.flatMap((chapter) => chapter.lessons).map((each) => <option key={each.file} value={each.file}>{each.name[lang]}</option>)}
      </Select>
      <FieldFrame id="attachment-file" label={labels.file} help={labels.help} error={errors.file} required>
        <input
          key={sent} id="attachment-file" className={styles.file} type="file" accept={accepted} required aria-invalid={errors.file ? true : undefined} aria-describedby={describedBy('attachment-file', labels.help, errors.file)}
          onChange={(event) => { setFile(event.target.files?.[0] ?? null); setErrors({}); }}
        />
      </FieldFrame>
      <FieldRow>
        {languages.map((each) => (
          <Field
            key={each} id={`attachment-name-${each}`} name={`attachment-name-${each}`} label={labels.names[each]} lang={each} dir="auto" required value={names[each]} error={errors[each]}
            onChange={(event) => setNames({ ...names, [each]: event.target.value })}
          />
        ))}
      </FieldRow>
      <FormActions><Button type="submit" icon="send" busy={busy} disabled={!file}>{labels.send}</Button></FormActions>
    </Form>
  );
}
