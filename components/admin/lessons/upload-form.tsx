'use client';

import { useTranslations } from 'next-intl';
import { type SyntheticEvent, useRef, useState } from 'react';
import { Checkbox, Select } from '@/components/form/field';
import { FieldRow, Form, FormActions } from '@/components/form/form';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { inEachLanguage, type Language, languages, type Localised } from '@/lib/language';
import { CaptionFiles, type ChosenCaptions } from './lesson-captions';
import type { PlannedChapter } from './lesson-plan';
import { NameFields } from './name-fields';
import type { NewUpload, UploadRefusal } from './send-video';
import styles from './lesson-uploads.module.css';

interface UploadFormProps {
  lang: Language;
  chapters: PlannedChapter[];
  busy: boolean;
  refusal: UploadRefusal | null;
  languageNames: Localised;
  onSend: (beginning: NewUpload) => Promise<boolean>;
}

const noNames = inEachLanguage(() => '');
const noCaptions = { chosen: {}, key: 0 };

export function UploadForm({ lang, chapters, busy, refusal, languageNames, onSend }: UploadFormProps) {
  const t = useTranslations('admin');
  const [video, setVideo] = useState<File | null>(null);
  const [target, setTarget] = useState('');
  const [names, setNames] = useState(noNames);
  const [chapter, setChapter] = useState(Math.max(0, chapters.length - 1));
  const [freePreview, setFree] = useState(false);
  const [captions, setCaptions] = useState<{ chosen: ChosenCaptions; key: number }>(noCaptions);
  const chooser = useRef<HTMLInputElement>(null);
  const isNew = target === '';
  const ready = video !== null && (!isNew || languages.every((each) => names[each].trim() !== ''));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!video) return;
    const lesson = isNew ? { name: names } : { replaces: target };
    if (!(await onSend({ video, captions: captions.chosen, chapter, freePreview, ...lesson }))) return;
    // Keep what the admin has entered for the next lesson during the upload.
    setVideo((now) => (now === video ? null : now));
    setNames((now) => (now === names ? noNames : now));
    setCaptions((now) => (now === captions ? { chosen: {}, key: now.key + 1 } : now));
    if (chooser.current?.files?.[0] === video) chooser.current.value = '';
  };
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.video}>
        <label htmlFor="video">{t('video')}</label>
        <input
          id="video"
          ref={chooser}
          type="file"
          accept="video/*"
          aria-describedby="video-help"
          onChange={(event) => setVideo(event.target.files?.[0] ?? null)}
        />
        <p id="video-help">{t('video_help')}</p>
      </div>
      <FieldRow>
        <Select
          name="target"
          label={t('upload_target')}
          value={target}
          onChange={(event) => setTarget(event.target.value)}
        >
          <option value="">{t('new_lesson')}</option>
          {chapters
            .flatMap(({ lessons }) => lessons)
            .map(({ file, name }) => (
              <option key={file} value={file}>
                {t('replace_video')} {name[lang]}
              </option>
            ))}
        </Select>
        {isNew && chapters.length > 0 && (
          <Select
            name="chapter"
            label={t('chapter')}
            value={String(chapter)}
            onChange={(event) => setChapter(Number(event.target.value))}
          >
            {chapters.map(({ title }, index) => (
              <option key={index} value={index}>
                {index + 1}. {title[lang]}
              </option>
            ))}
          </Select>
        )}
      </FieldRow>
      {isNew && (
        <NameFields
          id="upload-name"
          names={names}
          languageNames={languageNames}
          required
          errors={inEachLanguage((each) => refusal?.errors[`name.${each}`])}
          onChange={setNames}
        />
      )}
      {isNew && (
        <Checkbox
          name="upload-free"
          label={t('free_preview')}
          checked={freePreview}
          onChange={(event) => setFree(event.target.checked)}
        />
      )}
      <fieldset className={styles.withVideo}>
        <legend>{t('captions_with_video')}</legend>
        <CaptionFiles
          key={captions.key}
          prefix="upload-captions"
          languageNames={languageNames}
          chosen={captions.chosen}
          errors={refusal?.errors ?? {}}
          onChange={(chosen) => setCaptions(({ key }) => ({ chosen, key }))}
        />
      </fieldset>
      {refusal && (
        <Notice tone="danger" alert>
          {refusal.isUnreadable
            ? t('file_unreadable')
            : (refusal.errors.sizeBytes ?? (refusal.title || t('failed_call')))}
        </Notice>
      )}
      <FormActions>
        <Button type="submit" busy={busy} disabled={!ready} icon="send">
          {t('upload_send')}
        </Button>
      </FormActions>
    </Form>
  );
}
