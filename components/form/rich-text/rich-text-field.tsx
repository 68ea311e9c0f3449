'use client';

import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { describedBy, FieldFrame, TextArea } from '@/components/form/field';
import type { FormLabels } from '@/components/form/form-labels';
import { type LibraryPicture, PicturePicker } from '@/components/form/picture-picker';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { loadPart } from '@/components/ui/load-part';
import { defaultLanguage, type Language } from '@/lib/language';
import { escapeHtml } from '@/lib/text';
import type { EditorProps, RichTextProps } from './rich-text-props';
import styles from './rich-text.module.css';

/** Shows the HTML source until the editor has loaded, and whenever the editor would lose part of it. */
export function RichTextField({ name, label, help, error, required, ...text }: RichTextProps) {
  const { html, lang, onChange } = text;
  const { rich } = text.labels;
  const labelId = useId();
  const id = `field-${name}`;
  const { field, Editor } = useEditorWhenShown();
  const [isHtml, setHtml] = useState(false);
  const [lost, setLost] = useState<string[]>([]);
  const isVisual = Editor !== null && !isHtml && lost.length === 0;
  return (
    <div ref={field} className={styles.parts}>
      {isVisual ? (
        <FieldFrame id={id} labelId={labelId} label={label} help={help} error={error} required={required}>
          <div id={id} className={styles.box}>
            <Editor
              {...text}
              labelledBy={labelId}
              describedBy={describedBy(id, help, error) ?? ''}
              isWrong={error !== undefined}
              onLost={setLost}
            />
          </div>
        </FieldFrame>
      ) : (
        <>
          {lost.length > 0 && (
            <Notice tone="info">
              {rich.lost} <bdi dir="ltr">{lost.map((element) => `<${element}>`).join(' ')}</bdi>
            </Notice>
          )}
          <TextArea
            id={id}
            name={name}
            label={`${label} (HTML)`}
            help={rich.html_help}
            error={error}
            required={required}
            className={styles.html}
            rows={14}
            dir="auto"
            lang={lang}
            value={html}
            onChange={(event) => onChange(event.target.value)}
          />
          <InsertPicture fieldId={id} value={html} lang={lang} labels={text.labels} onWrite={onChange} />
        </>
      )}
      {Editor && (
        <div>
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              setHtml(isVisual);
              setLost([]);
            }}
          >
            {isVisual ? rich.as_html : rich.as_text}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Loads the editor only when its record is expanded, because a page may have fifty collapsed records. */
function useEditorWhenShown() {
  const field = useRef<HTMLDivElement>(null);
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null);
  useEffect(() => {
    const unmounted = new AbortController();
    const load = () => {
      const fold = field.current?.closest('details:not([open])');
      if (fold) fold.addEventListener('toggle', load, { once: true, signal: unmounted.signal });
      else
        loadPart(() => import('./rich-text-editor')).then(
          ({ RichTextEditor }) => !unmounted.signal.aborted && setEditor(() => RichTextEditor),
          () => null,
        );
    };
    load();
    return () => unmounted.abort();
  }, []);
  return { field, Editor };
}

/** Leaves out `srcset`, which the page adds when it shows the article. */
const pictureHtml = ({ address, alt, width, height }: LibraryPicture, lang: Language): string =>
  `<figure><img src="${address}" alt="${escapeHtml(alt[lang] ?? '')}" width="${width}" height="${height}"></figure>`;

interface InsertPictureProps {
  fieldId: string;
  value: string;
  lang: Language | undefined;
  labels: FormLabels;
  onWrite: (html: string) => void;
}

function InsertPicture({ fieldId, value, lang = defaultLanguage, labels, onWrite }: InsertPictureProps) {
  const insert = (picture: LibraryPicture) => {
    const field = document.getElementById(fieldId);
    const cursor = field instanceof HTMLTextAreaElement && field.value === value ? field.selectionEnd : value.length;
    onWrite(`${value.slice(0, cursor)}\n${pictureHtml(picture, lang)}\n${value.slice(cursor)}`);
  };
  return (
    <div>
      <PicturePicker label={labels.picker.insert} labels={labels.picker} onChoose={insert} />
    </div>
  );
}
