import type { Editor, JSONContent } from '@tiptap/core';
import type { ToolbarIconName } from './toolbar-icon';

/** A button that works on the selection; `isOn` where it can be on or off. */
export interface ToolbarAction { readonly name: ToolbarIconName; readonly run: (editor: Editor) => void; readonly isOn?: (editor: Editor) => boolean; readonly can?: (editor: Editor) => boolean }

const heading = (level: 2 | 3 | 4): ToolbarAction => ({
  name: `heading${level}`, run: (editor) => editor.chain().focus().toggleHeading({ level }).run(), isOn: (editor) => editor.isActive('heading', { level }),
});

/** Null: as the language of the text runs. */
const direction = (name: 'dir_auto' | 'dir_rtl' | 'dir_ltr', dir: string): ToolbarAction => ({
  name, isOn: (editor) => blockDirection(editor) === dir,
  run: (editor) => {
    const next = blockDirection(editor) === dir ? null : dir;
    const chain = editor.chain().focus();
    for (const type of ['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem', 'figure']) chain.updateAttributes(type, { dir: next });
    chain.run();
  },
});

const blockDirection = (editor: Editor): string | null => {
  const { $from } = editor.state.selection;
  return ($from.parent.attrs.dir as string | null | undefined) ?? null;
};

/** After the block that the cursor is in, whatever that is; in place of an empty line. */
export function insertBlock(editor: Editor, block: JSONContent): void {
  const { $to, to } = editor.state.selection;
  const isEmptyLine = $to.depth === 1 && $to.parent.type.name === 'paragraph' && $to.parent.content.size === 0;
  const after = $to.depth > 0 ? $to.after(1) : to;
  editor.chain().focus().insertContentAt(isEmptyLine ? { from: $to.before(1), to: after } : after, block).run();
}

/** In groups, as they stand. */
export const toolbarActions: readonly (readonly ToolbarAction[])[] = [
  [
    { name: 'undo', run: (editor) => editor.chain().focus().undo().run(), can: (editor) => editor.can().undo() },
    { name: 'redo', run: (editor) => editor.chain().focus().redo().run(), can: (editor) => editor.can().redo() },
  ],
  [heading(2), heading(3), heading(4)],
  [
    { name: 'bold', run: (editor) => editor.chain().focus().toggleBold().run(), isOn: (editor) => editor.isActive('bold') },
    { name: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run(), isOn: (editor) => editor.isActive('italic') },
    { name: 'code', run: (editor) => editor.chain().focus().toggleCode().run(), isOn: (editor) => editor.isActive('code') },
  ],
  [
    { name: 'bullets', run: (editor) => editor.chain().focus().toggleBulletList().run(), isOn: (editor) => editor.isActive('bulletList') },
    { name: 'numbers', run: (editor) => editor.chain().focus().toggleOrderedList().run(), isOn: (editor) => editor.isActive('orderedList') },
    { name: 'quote', run: (editor) => editor.chain().focus().toggleBlockquote().run(), isOn: (editor) => editor.isActive('blockquote') },
    { name: 'code_block', run: (editor) => editor.chain().focus().toggleCodeBlock().run(), isOn: (editor) => editor.isActive('codeBlock') },
  ],
  [direction('dir_auto', 'auto'), direction('dir_rtl', 'rtl'), direction('dir_ltr', 'ltr')],
];
