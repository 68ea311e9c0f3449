'use client';

import { languages, type Language } from '@/lib/language';
import { decodeCaptions } from '@/lib/video/captions/vtt';
import { describedBy, FieldFrame } from '../../../../_ui/form/field-frame';
import styles from './lesson-uploads.module.css';

export type ChosenCaptions = Partial<Record<Language, File>>;
interface CaptionFilesProps {
  /** Begins the ids: two such groups stand on one page. */
  prefix: string;
  labels: Record<Language, string>; help?: (lang: Language) => string; chosen: ChosenCaptions; errors: Record<string, string>; onChange: (chosen: ChosenCaptions) => void;
}

/** A WebVTT file for each language; a new `key` empties the controls. What is wrong with one is said under it, a line a fault. */
export function CaptionFiles({ prefix, labels, help, chosen, errors, onChange }: CaptionFilesProps) {
  return (
    <div className={styles.captions}>
      {languages.map((lang) => {
        const id = `${prefix}-${lang}`;
        const error = errors[`captions.${lang}`];
        const says = help?.(lang);
        return (
          <FieldFrame key={lang} id={id} label={labels[lang]} help={says} error={error}>
            <input
              id={id} className={styles.file} type="file" accept=".vtt,text/vtt" aria-invalid={error ? true : undefined} aria-describedby={describedBy(id, says, error)}
              onChange={(event) => { const [file] = event.target.files ?? []; onChange({ ...chosen, [lang]: file }); }}
            />
          </FieldFrame>
        );
      })}
    </div>
  );
}

/** As the calls take them: name and text, by language. @throws DOMException for a file that was moved or changed since it was chosen */
export async function readCaptions(chosen: ChosenCaptions): Promise<Partial<Record<Language, { name: string; text: string }>>> {
  const files = languages.flatMap((lang) => { const file = chosen[lang]; return file ? [{ lang, file }] : []; });
  return Object.fromEntries(await Promise.all(files.map(async ({ lang, file }) => [lang, { name: file.name, text: decodeCaptions(new Uint8Array(await file.arrayBuffer())) }] as const)));
}
