import type { Editor, JSONContent } from '@tiptap/core';

/** Outlines on a 24-unit grid, from Lucide (ISC licence). Kept out of `components/ui/icon`, which every page loads. */
const outlines = {
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  redo: 'M15 14l5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13',
  heading2: 'M4 12h8M4 18V6M12 18V6M21 18h-4c0-4 4-3 4-6 0-1.5-2-2.5-4-1',
  heading3: 'M4 12h8M4 18V6M12 18V6M17.5 10.5c1.7-1 3.5 0 3.5 1.5a2 2 0 0 1-2 2M17 17.5c2 1.5 4 .3 4-1.5a2 2 0 0 0-2-2',
  heading4: 'M12 18V6M17 10v3a1 1 0 0 0 1 1h3M21 10v8M4 12h8M4 18V6',
  bold: 'M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8',
  italic: 'M19 4h-9M14 20H5M15 4 9 20',
  code: 'M16 18l6-6-6-6M8 6l-6 6 6 6',
  bullets: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13',
  numbers: 'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02',
  quote:
    'M16 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2zM5 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z',
  code_block:
    'M10 9.5 8 12l2 2.5M14 9.5l2 2.5-2 2.5M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
  link: 'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  alt: 'M4 7V4h16v3M9 20h6M12 4v16',
  lesson:
    'M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996zM2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0',
  dir_auto: 'M13 4v16M17 4v16M19 4H9.5a4.5 4.5 0 0 0 0 9H13',
  dir_rtl: 'M14 3v11M14 9h-3a3 3 0 0 1 0-6h9M18 3v11M22 18H2l4-4M6 22l-4-4',
  dir_ltr: 'M10 3v11M10 9H7a1 1 0 0 1 0-6h8M14 3v11M18 14l4 4H2M22 18l-4 4',
} as const;

export type ToolbarIconName = keyof typeof outlines;

export function ToolbarIcon({ name }: { name: ToolbarIconName }) {
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={outlines[name]} />
    </svg>
  );
}

export interface ToolbarAction {
  readonly name: ToolbarIconName;
  readonly run: (editor: Editor) => void;
  readonly isOn?: (editor: Editor) => boolean;
  readonly can?: (editor: Editor) => boolean;
}

const heading = (level: 2 | 3 | 4): ToolbarAction => ({
  name: `heading${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

const direction = (name: 'dir_auto' | 'dir_rtl' | 'dir_ltr', dir: string): ToolbarAction => ({
  name,
  isOn: (editor) => blockDirection(editor) === dir,
  run: (editor) => {
    const next = blockDirection(editor) === dir ? null : dir;
    const chain = editor.chain().focus();
    for (const type of ['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem', 'figure'])
      chain.updateAttributes(type, { dir: next });
    chain.run();
  },
});

const blockDirection = (editor: Editor): string | null => {
  const { $from } = editor.state.selection;
  return ($from.parent.attrs.dir as string | null | undefined) ?? null;
};

export function insertBlock(editor: Editor, block: JSONContent): void {
  const { $to, to } = editor.state.selection;
  const isEmptyLine = $to.depth === 1 && $to.parent.type.name === 'paragraph' && $to.parent.content.size === 0;
  const after = $to.depth > 0 ? $to.after(1) : to;
  editor
    .chain()
    .focus()
    .insertContentAt(isEmptyLine ? { from: $to.before(1), to: after } : after, block)
    .run();
}

export const toolbarActions: readonly (readonly ToolbarAction[])[] = [
  [
    { name: 'undo', run: (editor) => editor.chain().focus().undo().run(), can: (editor) => editor.can().undo() },
    { name: 'redo', run: (editor) => editor.chain().focus().redo().run(), can: (editor) => editor.can().redo() },
  ],
  [heading(2), heading(3), heading(4)],
  [
    {
      name: 'bold',
      run: (editor) => editor.chain().focus().toggleBold().run(),
      isOn: (editor) => editor.isActive('bold'),
    },
    {
      name: 'italic',
      run: (editor) => editor.chain().focus().toggleItalic().run(),
      isOn: (editor) => editor.isActive('italic'),
    },
    {
      name: 'code',
      run: (editor) => editor.chain().focus().toggleCode().run(),
      isOn: (editor) => editor.isActive('code'),
    },
  ],
  [
    {
      name: 'bullets',
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      name: 'numbers',
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isOn: (editor) => editor.isActive('orderedList'),
    },
    {
      name: 'quote',
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      isOn: (editor) => editor.isActive('blockquote'),
    },
    {
      name: 'code_block',
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
      isOn: (editor) => editor.isActive('codeBlock'),
    },
  ],
  [direction('dir_auto', 'auto'), direction('dir_rtl', 'rtl'), direction('dir_ltr', 'ltr')],
];
