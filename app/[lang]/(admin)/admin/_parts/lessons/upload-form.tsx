'use client';

import { useRef, useState, type SyntheticEvent } from 'react';
import { inEachLanguage, type Language, languages } from '@/lib/language';
import { Button } from '../../../../_ui/button';
import { Checkbox } from '../../../../_ui/form/checkbox';
import { Field } from '../../../../_ui/form/field';
import { Form, FormActions, FieldRow } from '../../../../_ui/form/form';
import { Notice } from '../../../../_ui/feedback/notice';
import { Select } from '../../../../_ui/form/select';
import { CaptionFiles, type ChosenCaptions } from './caption-files';
import styles from './lesson-uploads.module.css';
import type { PlannedChapter } from './move-lesson';
import type { Beginning, Refusal } from './video-sender';

export interface UploadFormLabels {
  video: string; video_help: string; target: string; new_lesson: string; replace: string; chapter: string; free: string; send: string; refused: string; unreadable: string; names: Record<Language, string>;
  captions: string; caption_labels: Record<Language, string>;
}
interface UploadFormProps { lang: Language; chapters: PlannedChapter[]; busy: boolean; refusal: Refusal | null; labels: UploadFormLabels; onSend: (beginning: Beginning) => Promise<boolean> }

const noNames = inEachLanguage(() => '');

/** Which video, and whether it is a new lesson or a lesson's new video. */
export function UploadForm({ lang, chapters, busy, refusal, labels, onSend }: UploadFormProps) {
  const [video, setVideo] = useState<File | null>(null);
  const [target, setTarget] = useState('');
  const [names, setNames] = useState(noNames);
  const [chapter, setChapter] = useState(Math.max(0, chapters.length - 1));
  const [freePreview, setFree] = useState(false);
  const [captions, setCaptions] = useState<ChosenCaptions>({});
  const [sent, setSent] = useState(0);
  const chooser = useRef<HTMLInputElement>(null);
  const isNew = target === '';
  const ready = video !== null && (!isNew || languages.every((each) => names[each].trim() !== ''));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!video || !(await onSend({ video, captions, chapter, freePreview, ...(isNew ? { name: names } : { replaces: target }) }))) return;
    setVideo(null);
    setNames(noNames);
    setCaptions({});
    setSent((count) => count + 1);
    if (chooser.current) chooser.current.value = '';
  };
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.video}>
        <label htmlFor="video">{labels.video}</label>
        <input id="video" ref={chooser} type="file" accept="video/*" aria-describedby="video-help" onChange={(event) => setVideo(event.target.files?.[0] ?? null)} />
        <p id="video-help">{labels.video_help}</p>
      </div>
      <FieldRow>
        <Select name="target" label={labels.target} value={target} onChange={(event) => setTarget(event.target.value)}>
          <option value="">{labels.new_lesson}</option>
          {chapters.flatMap(({ lessons }) => lessons).map(({ file, name }) => <option key={file} value={file}>{labels.replace} {name[lang]}</option>)}
        </Select>
        {isNew && chapters.length > 0 && (
          <Select name="chapter" label={labels.chapter} value={String(chapter)} onChange={(event) => setChapter(Number(event.target.value))}>
            {chapters.map(({ title }, index) => <option key={index} value={index}>{index + 1}. {title[lang]}</option>)}
          </Select>
        )}
      </FieldRow>
      {isNew && <Names names={names} labels={labels} errors={refusal?.errors ?? {}} onChange={setNames} />}
      {isNew && <Checkbox name="upload-free" label={labels.free} checked={freePreview} onChange={(event) => setFree(event.target.checked)} />}
      <fieldset className={styles.withVideo}>
        <legend>{labels.captions}</legend>
        <CaptionFiles key={sent} prefix="upload-captions" labels={labels.caption_labels} chosen={captions} errors={refusal?.errors ?? {}} onChange={setCaptions} />
      </fieldset>
      {refusal && <Notice tone="danger" alert>{refusal.isUnreadable ? labels.unreadable : refusal.errors.sizeBytes ?? (refusal.title || labels.refused)}</Notice>}
      <FormActions><Button type="submit" busy={busy} disabled={!ready} icon="send">{labels.send}</Button></FormActions>
    </Form>
  );
}

interface NamesProps { names: Record<Language, string>; labels: UploadFormLabels; errors: Record<string, string>; onChange: (names: Record<Language, string>) => void }

function Names({ names, labels, errors, onChange }: NamesProps) {
  return (
    <FieldRow>
      {languages.map((each) => (
        <Field
          key={each} id={`upload-name-${each}`} name={`name.${each}`} label={labels.names[each]} lang={each} dir="auto" required value={names[each]} error={errors[`name.${each}`]}
          onChange={(event) => onChange({ ...names, [each]: event.target.value })}
        />
      ))}
    </FieldRow>
  );
}
