'use client';

import { useEffect, useId, useState, type ComponentType } from 'react';
import { InsertPicture } from '../../../../_forms/picture/insert-picture';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { FieldError } from '../../../../_ui/form/field-frame';
import { TextArea } from '../../../../_ui/form/text-area';
import type { EditorProps, RichTextProps } from './rich-text-props';
import styles from './rich-text.module.css';

/** HTML written as it looks. Until the editor has come, and for what it does not know, the field is the HTML itself. */
export function RichTextField(props: RichTextProps) {
  const { name, html, lang, error, labels, form, onChange } = props;
  const id = useId();
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null);
  const [isHtml, setHtml] = useState(false);
  const [lost, setLost] = useState<string[]>([]);
  useEffect(() => {
    let isShown = true;
    // Without it the field stays as it is.
    import('./rich-text-editor').then(({ RichTextEditor }) => isShown && setEditor(() => RichTextEditor), () => null);
    return () => {
      isShown = false;
    };
  }, []);
  const isVisual = Editor !== null && !isHtml && lost.length === 0;
  return (
    <div className={styles.field}>
      {isVisual
        ? (
          <>
            <span id={`${id}-label`} className={styles.label}>{labels.text}</span>
            <Editor {...props} labelledBy={`${id}-label`} describedBy={`${id}-help field-${name}-error`} onLost={setLost} />
            <p id={`${id}-help`} className={styles.help}>{labels.text_help}</p>
            <FieldError id={`field-${name}`} error={error} />
          </>
        )
        : (
          <>
            {lost.length > 0 && <Notice tone="info">{labels.lost} <bdi dir="ltr">{lost.map((element) => `<${element}>`).join(' ')}</bdi></Notice>}
            <TextArea
              id={`field-${name}`} name={name} label={form.labels.html ?? labels.as_html} help={labels.html_help} error={error} className={styles.html} rows={14} dir="auto" lang={lang} value={html}
              onChange={(event) => onChange(event.target.value)}
            />
            <InsertPicture fieldId={`field-${name}`} value={html} lang={lang} labels={form} onWrite={onChange} />
          </>
        )}
      {Editor && (
        <div>
          <Button
            variant="quiet" size="small"
            onClick={() => {
              setHtml(isVisual);
              setLost([]);
            }}
          >
            {isVisual ? labels.as_html : labels.as_text}
          </Button>
        </div>
      )}
    </div>
  );
}
