'use client';

import { useEffect, useId, useRef, useState, type ComponentType } from 'react';
import { loadPart } from '../../_late/load-part';
import { InsertPicture } from '../picture/insert-picture';
import { Button } from '../../_ui/button';
import { Notice } from '../../_ui/feedback/notice';
import { describedBy, FieldFrame } from '../../_ui/form/field-frame';
import { TextArea } from '../../_ui/form/text-area';
import type { EditorProps, RichTextProps } from './rich-text-props';
import styles from './rich-text.module.css';

/** HTML written as it looks. Until the editor has come, and for what it does not know, the field is the HTML itself. */
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
      {isVisual
        ? (
          <FieldFrame id={id} labelId={labelId} label={label} help={help} error={error} required={required}>
            {/* Leads here from the list of what is missing. */}
            <div id={id} className={styles.box}>
              <Editor {...text} labelledBy={labelId} describedBy={describedBy(id, help, error) ?? ''} isWrong={error !== undefined} onLost={setLost} />
            </div>
          </FieldFrame>
        )
        : (
          <>
            {lost.length > 0 && <Notice tone="info">{rich.lost} <bdi dir="ltr">{lost.map((element) => `<${element}>`).join(' ')}</bdi></Notice>}
            <TextArea
              id={id} name={name} label={`${label} (HTML)`} help={rich.html_help} error={error} required={required} className={styles.html} rows={14} dir="auto" lang={lang} value={html}
              onChange={(event) => onChange(event.target.value)}
            />
            <InsertPicture fieldId={id} value={html} lang={lang} labels={text.labels} onWrite={onChange} />
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
            {isVisual ? rich.as_html : rich.as_text}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Pages may have fifty such fields in folded records: each gets its editor when it is unfolded. Without it, it stays as it is. */
function useEditorWhenShown() {
  const field = useRef<HTMLDivElement>(null);
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const load = () => {
      const fold = field.current?.closest('details:not([open])');
      if (fold) fold.addEventListener('toggle', load, { once: true, signal: left.signal });
      else loadPart(() => import('./rich-text-editor')).then(({ RichTextEditor }) => !left.signal.aborted && setEditor(() => RichTextEditor), () => null);
    };
    load();
    return () => left.abort();
  }, []);
  return { field, Editor };
}
