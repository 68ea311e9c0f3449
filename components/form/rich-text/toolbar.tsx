'use client';

import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import type { FormLabels } from '@/components/form/form-labels';
import { type LibraryPicture, PicturePicker } from '@/components/form/picture-picker';
import { defaultLanguage, type Language } from '@/lib/language';
import type { FreeLesson } from '@/lib/lessons/playback/lesson-previews';
import type { RichTextLabels } from './rich-text-labels';
import { insertBlock, type ToolbarAction, toolbarActions, ToolbarIcon, type ToolbarIconName } from './toolbar-actions';
import { AltDialog, LessonDialog, LinkDialog } from './toolbar-dialogs';
import styles from './rich-text.module.css';

interface ToolbarProps {
  editor: Editor;
  lang?: Language | undefined;
  labels: FormLabels;
  lessons?: readonly FreeLesson[] | undefined;
}

/** Implements the WAI-ARIA toolbar: one tab stop, with arrow keys, Home and End inside. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')].filter(
    (button) => !button.closest('dialog'),
  );
  const index = buttons.indexOf(event.target as HTMLButtonElement);
  if (index === -1) return;
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: -1, [forward]: 1 };
  const nextIndex =
    event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : index + (steps[event.key] ?? 0);
  const next = buttons[(nextIndex + buttons.length) % buttons.length];
  if (!next || next === event.target) return;
  event.preventDefault();
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

export function Toolbar({
  editor,
  lang = defaultLanguage,
  labels: { rich: labels, picker },
  lessons = [],
}: ToolbarProps) {
  const [openDialog, setOpenDialog] = useState<'link' | 'lesson' | 'alt' | null>(null);
  const state = useEditorState({ editor, selector: ({ editor: current }) => stateOf(current) });
  const close = () => setOpenDialog(null);
  return (
    <>
      <div role="toolbar" aria-label={labels.toolbar} className={styles.toolbar} onKeyDown={moveFocus}>
        {toolbarActions.map((group, index) => (
          <div key={group[0]?.name} className={styles.group}>
            {group.map((action, place) => (
              <ActionButton
                key={action.name}
                action={action}
                editor={editor}
                isOn={state.on.includes(action.name)}
                isOff={state.off.includes(action.name)}
                isFirst={index === 0 && place === 0}
                labels={labels}
              />
            ))}
          </div>
        ))}
        <div className={styles.group}>
          <ToolButton name="link" label={labels.link} isOn={state.isLink} onClick={() => setOpenDialog('link')} />
          {lessons.length > 0 && (
            <ToolButton name="lesson" label={labels.lesson} onClick={() => setOpenDialog('lesson')} />
          )}
          <ToolButton
            name="alt"
            label={labels.alt}
            isOff={!state.isPicture}
            onClick={() => state.isPicture && setOpenDialog('alt')}
          />
        </div>
      </div>
      <div className={styles.insert}>
        <PicturePicker
          label={labels.picture}
          labels={picker}
          onChoose={(picture) => insertPicture(editor, picture, lang)}
        />
      </div>
      {openDialog === 'link' && <LinkDialog editor={editor} labels={labels} onClose={close} />}
      {openDialog === 'lesson' && <LessonDialog editor={editor} lessons={lessons} labels={labels} onClose={close} />}
      {openDialog === 'alt' && <AltDialog editor={editor} labels={labels} onClose={close} />}
    </>
  );
}

function stateOf(editor: Editor) {
  const actions = toolbarActions.flat();
  return {
    on: actions.filter(({ isOn }) => isOn?.(editor)).map(({ name }) => name),
    off: actions.filter(({ can }) => can && !can(editor)).map(({ name }) => name),
    isLink: editor.isActive('link'),
    isPicture: editor.isActive('figure'),
  };
}

function insertPicture(editor: Editor, { address, alt, width, height }: LibraryPicture, lang: Language): void {
  if (address) insertBlock(editor, { type: 'figure', attrs: { src: address, alt: alt[lang] ?? '', width, height } });
}

function ActionButton({
  action,
  editor,
  isOn,
  isOff,
  isFirst,
  labels,
}: {
  action: ToolbarAction;
  editor: Editor;
  isOn: boolean;
  isOff: boolean;
  isFirst: boolean;
  labels: RichTextLabels;
}) {
  return (
    <ToolButton
      name={action.name}
      label={labels[action.name]}
      {...(action.isOn && { isOn })}
      isFirst={isFirst}
      isOff={isOff}
      onClick={() => !isOff && action.run(editor)}
    />
  );
}

/** Uses `aria-disabled`, because `disabled` would drop the focus. */
function ToolButton({
  name,
  label,
  isOn,
  isOff = false,
  isFirst = false,
  onClick,
}: {
  name: ToolbarIconName;
  label: string;
  isOn?: boolean;
  isOff?: boolean;
  isFirst?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      tabIndex={isFirst ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <ToolbarIcon name={name} />
    </button>
  );
}
