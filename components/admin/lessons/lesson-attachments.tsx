'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SyntheticEvent, useRef, useState } from 'react';
import { ConfirmButton } from '@/components/admin/call/dialogs';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { type Outcome, useAdminCall } from '@/components/admin/call/use-admin-call';
import { describedBy, FieldFrame, Select } from '@/components/form/field';
import { Form, FormActions } from '@/components/form/form';
import { Card } from '@/components/layout/card';
import type { JsonRequest } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { attachmentExtensions } from '@/lib/content/attachment-types';
import { fileSizeText, type SizeUnits } from '@/lib/i18n/formats';
import { inEachLanguage, type Language, type Localised } from '@/lib/language';
import type { AdminAttachment } from '@/lib/lessons/admin/lesson-attachments';
import type { PlannedChapter } from './lesson-plan';
import { NameFields } from './name-fields';
import styles from './lesson-uploads.module.css';

interface Props {
  slug: string;
  lang: Language;
  chapters: PlannedChapter[];
  attachments: AdminAttachment[];
  languageNames: Localised;
  maxBytes: number;
  units: SizeUnits;
}

export function LessonAttachments({ slug, lang, chapters, attachments, languageNames, maxBytes, units }: Props) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [done, setDone] = useState('');
  const [failure, setFailure] = useState<Outcome | null>(null);
  const nameOf = new Map(chapters.flatMap((chapter) => chapter.lessons).map(({ file, name }) => [file, name[lang]]));
  const send = async (request: JsonRequest, said: string): Promise<Outcome> => {
    setDone('');
    const outcome = await call(request);
    setFailure(outcome.ok ? null : outcome);
    if (outcome.ok) {
      setDone(said);
      router.refresh();
    }
    return outcome;
  };
  return (
    <Card as="section" aria-labelledby="attachments" className={styles.uploads}>
      <h2 id="attachments">{t('attachments_title')}</h2>
      <p>{t('attachments_intro')}</p>
      <AttachmentForm
        slug={slug}
        lang={lang}
        chapters={chapters}
        busy={busy}
        languageNames={languageNames}
        maxSize={fileSizeText(maxBytes, lang, units)}
        onSend={(request) => send(request, t('attachment_added'))}
      />
      <div role="status">{done && <Notice tone="success">{done}</Notice>}</div>
      <OutcomeNotice outcome={failure} />
      {attachments.length === 0 && <p>{t('attachment_none')}</p>}
      {attachments.length > 0 && (
        <ul className={styles.list}>
          {attachments.map((attachment) => (
            <AttachmentRow
              key={attachment.id}
              attachment={attachment}
              lesson={nameOf.get(attachment.lesson) ?? attachment.lesson}
              lang={lang}
              busy={busy}
              languageNames={languageNames}
              units={units}
              onRename={(name) =>
                void send({ method: 'PUT', url: `/api/admin/attachments/${attachment.id}`, body: { name } }, t('saved'))
              }
              onRemoved={() => setDone(t('attachment_removed'))}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface AttachmentFormProps {
  slug: string;
  lang: Language;
  chapters: PlannedChapter[];
  busy: boolean;
  languageNames: Localised;
  maxSize: string;
  onSend: (request: JsonRequest) => Promise<Outcome>;
}

const noNames = inEachLanguage(() => '');
const accepted = attachmentExtensions.map((extension) => `.${extension}`).join(',');

function AttachmentForm({ slug, lang, chapters, busy, languageNames, maxSize, onSend }: AttachmentFormProps) {
  const t = useTranslations('admin');
  const help = t('attachment_help', { size: maxSize });
  const [lesson, setLesson] = useState(chapters[0]?.lessons[0]?.file ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [names, setNames] = useState(noNames);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const chooser = useRef<HTMLInputElement>(null);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!file) return;
    const query = new URLSearchParams({ fileName: file.name, ...names });
    const outcome = await onSend({
      method: 'POST',
      url: `/api/admin/courses/${encodeURIComponent(slug)}/lessons/${encodeURIComponent(lesson)}/attachments?${query}`,
      file,
    });
    setErrors(outcome.ok ? {} : outcome.errors);
    if (!outcome.ok) return;
    // Keep what the admin has entered for the next file during the upload.
    setFile((now) => (now === file ? null : now));
    setNames((now) => (now === names ? noNames : now));
    if (chooser.current?.files?.[0] === file) chooser.current.value = '';
  };
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <Select
        name="attachment-lesson"
        label={t('attachment_lesson')}
        value={lesson}
        onChange={(event) => setLesson(event.target.value)}
      >
        {chapters
          .flatMap((chapter) => chapter.lessons)
          .map((each) => (
            <option key={each.file} value={each.file}>
              {each.name[lang]}
            </option>
          ))}
      </Select>
      <FieldFrame id="attachment-file" label={t('attachment_file')} help={help} error={errors.file} required>
        <input
          ref={chooser}
          id="attachment-file"
          className={styles.file}
          type="file"
          accept={accepted}
          required
          aria-invalid={errors.file ? true : undefined}
          aria-describedby={describedBy('attachment-file', help, errors.file)}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            setErrors({});
          }}
        />
      </FieldFrame>
      <NameFields
        id="attachment-name"
        names={names}
        languageNames={languageNames}
        required
        errors={errors}
        onChange={setNames}
      />
      <FormActions>
        <Button type="submit" icon="send" busy={busy} disabled={!file}>
          {t('attachment_send')}
        </Button>
      </FormActions>
    </Form>
  );
}

interface AttachmentRowProps {
  attachment: AdminAttachment;
  lesson: string;
  lang: Language;
  busy: boolean;
  languageNames: Localised;
  units: SizeUnits;
  onRename: (name: Localised) => void;
  onRemoved: () => void;
}

function AttachmentRow({
  attachment,
  lesson,
  lang,
  busy,
  languageNames,
  units,
  onRename,
  onRemoved,
}: AttachmentRowProps) {
  const t = useTranslations('admin');
  const { id, fileName, bytes, fromFiles } = attachment;
  const [name, setName] = useState(attachment.name);
  return (
    <li className={styles.row}>
      <p className={styles.head}>
        <strong>
          <bdi>{attachment.name[lang]}</bdi>
        </strong>
        {fromFiles && <Badge tone="neutral">{t('attachment_from_files')}</Badge>}
        {bytes === null && <Badge tone="danger">{t('attachment_missing')}</Badge>}
      </p>
      <p className={styles.says}>
        <bdi>{lesson}</bdi> <bdi>{fileName}</bdi> {bytes !== null && <bdi>{fileSizeText(bytes, lang, units)}</bdi>}
      </p>
      {!fromFiles && (
        <>
          <details>
            <summary>{t('attachment_names')}</summary>
            <NameFields id={id} names={name} languageNames={languageNames} onChange={setName} />
            <Button size="small" variant="secondary" busy={busy} onClick={() => onRename(name)}>
              {t('attachment_save_names')}
            </Button>
          </details>
          <div className={styles.actions}>
            <ConfirmButton
              size="small"
              variant="quiet"
              icon="trash"
              label={t('attachment_remove')}
              title={`${t('attachment_remove')}: ${attachment.name[lang]}`}
              question={t('attachment_remove_sure')}
              danger
              request={{ method: 'DELETE', url: `/api/admin/attachments/${id}` }}
              onDone={onRemoved}
            />
          </div>
        </>
      )}
    </li>
  );
}
