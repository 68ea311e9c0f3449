'use client';

import { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Notice } from '@/components/ui/feedback/notice';
import { directionOf } from '@/lib/language';
import { cleanPaste, foreignPictures } from './clean-paste';
import { extensionsFor, findLostMarkup, plainHtml } from './extensions';
import type { EditorProps } from './rich-text-props';
import { Toolbar } from './toolbar';
import styles from './rich-text.module.css';
import prose from '@/components/ui/text/prose.module.css';

const htmlOf = (editor: Editor): string => plainHtml(editor.getHTML());

const hasPicture = (data: DataTransfer | null): boolean =>
  [...(data?.files ?? [])].some(({ type }) => type.startsWith('image/'));

/** Keeps the first pasted block's direction, which the empty paragraph at the cursor would otherwise override. */
function keepFirstDirection(slice: Slice, view: EditorView): Slice {
  const { $from } = view.state.selection;
  const isIntoEmpty = $from.parent.isTextblock && $from.parent.content.size === 0;
  return isIntoEmpty && slice.openStart === 1 && slice.content.firstChild?.attrs.dir
    ? new Slice(slice.content, 0, slice.openEnd)
    : slice;
}

/** Disables TipTap's own styles, because the CSP forbids the style element that TipTap adds for them. */
export function RichTextEditor({
  html,
  lang,
  labels,
  lessons,
  labelledBy,
  describedBy,
  isWrong,
  onChange,
  onLost,
}: EditorProps) {
  const direction = lang ? directionOf(lang) : 'auto';
  const reportedHtml = useRef(html);
  const opened = useRef<string | null>(null);
  const [isPictureLost, setPictureLost] = useState(false);
  const [extensions] = useState(() => extensionsFor(lang));
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    immediatelyRender: false,
    // The rules of bold and italic would take the underscores of `__init__` from pasted text.
    enablePasteRules: ['link', 'code'],
    editorProps: {
      attributes: {
        class: classNames(prose.prose, styles.content),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        dir: direction,
        ...(lang && { lang }),
        ...(isWrong && { 'aria-invalid': 'true' }),
      },
      transformPastedHTML: (pasted) => {
        setPictureLost(foreignPictures(pasted) > 0);
        return cleanPaste(pasted, direction);
      },
      // PowerPoint and Word write a line break within a paragraph as a vertical tab.
      transformPastedText: (pasted) => pasted.replace(/[\v\f\u0085\u2028\u2029]/g, '\n'),
      transformPasted: keepFirstDirection,
      handlePaste: (_view, { clipboardData }) => {
        if (hasPicture(clipboardData) && !clipboardData?.types.includes('text/html')) setPictureLost(true);
        return false;
      },
      handleDrop: (_view, { dataTransfer }) => {
        if (hasPicture(dataTransfer)) setPictureLost(true);
        return hasPicture(dataTransfer);
      },
    },
    onCreate: ({ editor: created }) => {
      opened.current = htmlOf(created);
      const lost = findLostMarkup(html, opened.current);
      if (lost.length > 0) onLost(lost);
    },
    onUpdate: ({ editor: changed }) => {
      const next = htmlOf(changed);
      if (next === opened.current) return;
      opened.current = next;
      reportedHtml.current = next;
      onChange(next);
    },
  });
  useEffect(() => {
    if (!editor || html === reportedHtml.current) return;
    reportedHtml.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
    opened.current = htmlOf(editor);
    const lost = findLostMarkup(html, opened.current);
    if (lost.length > 0) onLost(lost);
  }, [editor, html, onLost]);
  if (!editor) return null;
  return (
    <>
      <Toolbar editor={editor} lang={lang} labels={labels} lessons={lessons} />
      <EditorContent editor={editor} />
      <div role="status">{isPictureLost && <Notice tone="notice">{labels.rich.picture_lost}</Notice>}</div>
    </>
  );
}
