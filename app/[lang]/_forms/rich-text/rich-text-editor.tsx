'use client';

import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { directionOf } from '@/lib/language';
import { classNames } from '../../_ui/class-names';
import prose from '../../_ui/text/prose.module.css';
import { cleanPaste } from './clean-paste';
import { extensionsFor } from './extensions';
import { lostIn, plainHtml } from './preserved-html';
import type { EditorProps } from './rich-text-props';
import styles from './rich-text.module.css';
import { Toolbar } from './toolbar';

const htmlOf = (editor: Editor): string => plainHtml(editor.getHTML());

/** TipTap with its own styles left out: the content security policy allows no style elements of others. */
export function RichTextEditor({ html, lang, labels, lessons, labelledBy, describedBy, isWrong, onChange, onLost }: EditorProps) {
  const direction = lang ? directionOf(lang) : 'auto';
  // What the editor says now: only what is typed is a change, not how the same text is spelt.
  const said = useRef(html);
  const opened = useRef<string | null>(null);
  const [extensions] = useState(() => extensionsFor(lang));
  const editor = useEditor({
    extensions, content: html, injectCSS: false, immediatelyRender: false,
    editorProps: {
      attributes: {
        class: classNames(prose.prose, styles.content), role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelledBy, 'aria-describedby': describedBy, dir: direction,
        ...(lang && { lang }), ...(isWrong && { 'aria-invalid': 'true' }),
      },
      transformPastedHTML: (pasted) => cleanPaste(pasted, direction),
    },
    onCreate: ({ editor: created }) => {
      opened.current = htmlOf(created);
      const lost = lostIn(html, opened.current);
      if (lost.length > 0) onLost(lost);
    },
    onUpdate: ({ editor: changed }) => {
      const next = htmlOf(changed);
      if (next === opened.current) return;
      opened.current = next;
      said.current = next;
      onChange(next);
    },
  });
  useEffect(() => {
    if (!editor || html === said.current) return;
    said.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
    opened.current = htmlOf(editor);
    const lost = lostIn(html, opened.current);
    if (lost.length > 0) onLost(lost);
  }, [editor, html, onLost]);
  if (!editor) return null;
  return (
    <>
      <Toolbar editor={editor} lang={lang} labels={labels} lessons={lessons} />
      <EditorContent editor={editor} />
    </>
  );
}
