'use client';

import { useRef, useState, type SyntheticEvent } from 'react';
import { inEachLanguage, type Language, languages } from '@/lib/language';
import { Button } from '../../../_ui/button';
import { Checkbox } from '../../../_ui/checkbox';
import { Field } from '../../../_ui/field';
import { Form, FormActions, FieldRow } from '../../../_ui/form';
import { Notice } from '../../../_ui/notice';
import { Select } from '../../../_ui/select';
import { CaptionFiles, type ChosenCaptions } from './caption-files';
import styles from './lesson-uploads.module.css';
import type { PlannedChapter } from './move-lesson';
import type { Beginning } from './use-uploads';

export interface UploadFormWords {
  film: string; film_help: string; target: string; new_lesson: string; replace: string; chapter: string; free: string; send: string; refused: string; names: Record<Language, string>;
  captions: string; caption_labels: Record<Language, string>;
}
interface Refusal { title: string; errors: Record<string, string> }
interface UploadFormProps { lang: Language; chapters: PlannedChapter[]; busy: boolean; refusal: Refusal | null; words: UploadFormWords; onSend: (beginning: Beginning) => Promise<boolean> }

const noNames = inEachLanguage(() => '');

/** Which film, and whether it is a new lesson or a lesson's new film. */
export function UploadForm({ lang, chapters, busy, refusal, words, onSend }: UploadFormProps) {
  const [film, setFilm] = useState<File | null>(null);
  const [target, setTarget] = useState('');
  const [names, setNames] = useState(noNames);
  const [chapter, setChapter] = useState(Math.max(0, chapters.length - 1));
  const [freePreview, setFree] = useState(false);
  const [captions, setCaptions] = useState<ChosenCaptions>({});
  const [sent, setSent] = useState(0);
  const chooser = useRef<HTMLInputElement>(null);
  const isNew = target === '';
  const ready = film !== null && !busy && (!isNew || languages.every((each) => names[each].trim() !== ''));
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!film || !(await onSend({ film, captions, chapter, freePreview, ...(isNew ? { name: names } : { replaces: target }) }))) return;
    setFilm(null);
    setNames(noNames);
    setCaptions({});
    setSent((count) => count + 1);
    if (chooser.current) chooser.current.value = '';
  };
  return (
    <Form onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.film}>
        <label htmlFor="film">{words.film}</label>
        <input id="film" ref={chooser} type="file" accept="video/*" aria-describedby="film-help" onChange={(event) => setFilm(event.target.files?.[0] ?? null)} />
        <p id="film-help">{words.film_help}</p>
      </div>
      <FieldRow>
        <Select name="target" label={words.target} value={target} onChange={(event) => setTarget(event.target.value)}>
          <option value="">{words.new_lesson}</option>
          {chapters.flatMap(({ lessons }) => lessons).map(({ file, name }) => <option key={file} value={file}>{words.replace} {name[lang]}</option>)}
        </Select>
        {isNew && (
          <Select name="chapter" label={words.chapter} value={String(chapter)} onChange={(event) => setChapter(Number(event.target.value))}>
            {chapters.map(({ title }, index) => <option key={index} value={index}>{index + 1}. {title[lang]}</option>)}
          </Select>
        )}
      </FieldRow>
      {isNew && <Names names={names} words={words} errors={refusal?.errors ?? {}} onChange={setNames} />}
      {isNew && <Checkbox name="upload-free" label={words.free} checked={freePreview} onChange={(event) => setFree(event.target.checked)} />}
      <fieldset className={styles.withFilm}>
        <legend>{words.captions}</legend>
        <CaptionFiles key={sent} prefix="upload-captions" labels={words.caption_labels} chosen={captions} errors={refusal?.errors ?? {}} onChange={setCaptions} />
      </fieldset>
      {refusal && <Notice tone="danger" alert>{refusal.errors.sizeBytes ?? (refusal.title || words.refused)}</Notice>}
      <FormActions><Button type="submit" disabled={!ready} icon="send">{words.send}</Button></FormActions>
    </Form>
  );
}

interface NamesProps { names: Record<Language, string>; words: UploadFormWords; errors: Record<string, string>; onChange: (names: Record<Language, string>) => void }

function Names({ names, words, errors, onChange }: NamesProps) {
  return (
    <FieldRow>
      {languages.map((each) => (
        <Field
          key={each} id={`upload-name-${each}`} name={`name.${each}`} label={words.names[each]} lang={each} dir="auto" required value={names[each]} error={errors[`name.${each}`]}
          onChange={(event) => onChange({ ...names, [each]: event.target.value })}
        />
      ))}
    </FieldRow>
  );
}
