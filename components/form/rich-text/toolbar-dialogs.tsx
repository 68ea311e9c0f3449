'use client';

import type { Editor } from '@tiptap/react';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { Field, Select } from '@/components/form/field';
import { Form, FormActions } from '@/components/form/form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/feedback/dialog';
import type { FreeLesson } from '@/lib/lessons/playback/lesson-previews';
import { cleanCode } from '@/lib/text';
import { typedLink } from './extensions';
import type { RichTextLabels } from './rich-text-labels';
import { insertBlock } from './toolbar-actions';

interface DialogProps {
  editor: Editor;
  labels: RichTextLabels;
  onClose: () => void;
}

function FieldDialog({
  title,
  labels,
  onSubmit,
  onClose,
  children,
  actions,
}: Omit<DialogProps, 'editor'> & { title: string; onSubmit: () => void; children: ReactNode; actions?: ReactNode }) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Do not submit the surrounding form.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={labels.close}>
      <Form onSubmit={submit} noValidate>
        {children}
        <FormActions>
          <Button type="submit">{labels.apply}</Button>
          {actions}
        </FormActions>
      </Form>
    </Dialog>
  );
}

export function LinkDialog({ editor, labels, onClose }: DialogProps) {
  const currentUrl = editor.getAttributes('link').href as string | undefined;
  const [url, setUrl] = useState(currentUrl ?? '');
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    const href = cleanCode(url);
    if (!typedLink.test(href)) {
      setWrong(true);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !currentUrl)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <FieldDialog
      title={labels.link}
      labels={labels}
      onSubmit={apply}
      onClose={onClose}
      actions={
        currentUrl && (
          <Button variant="quiet" onClick={remove}>
            {labels.link_remove}
          </Button>
        )
      }
    >
      <Field
        name="rich-link"
        latin
        label={labels.link_address}
        help={labels.link_help}
        error={isWrong ? labels.link_wrong : undefined}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
    </FieldDialog>
  );
}

export function AltDialog({ editor, labels, onClose }: DialogProps) {
  const [alt, setAlt] = useState((editor.getAttributes('figure').alt as string | null) ?? '');
  const apply = () => {
    editor.chain().focus().updateAttributes('figure', { alt: alt.trim() }).run();
    onClose();
  };
  return (
    <FieldDialog title={labels.alt} labels={labels} onSubmit={apply} onClose={onClose}>
      <Field
        name="rich-alt"
        dir="auto"
        maxLength={300}
        label={labels.alt}
        help={labels.alt_help}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
    </FieldDialog>
  );
}

export function LessonDialog({ editor, lessons, labels, onClose }: DialogProps & { lessons: readonly FreeLesson[] }) {
  const [course, setCourse] = useState(lessons[0]?.courseSlug ?? '');
  const apply = () => {
    const lesson = lessons.find(({ courseSlug }) => courseSlug === course);
    if (lesson) insertBlock(editor, { type: 'lessonPreview', attrs: { course, title: titleOf(lesson) } });
    onClose();
  };
  return (
    <FieldDialog title={labels.lesson} labels={labels} onSubmit={apply} onClose={onClose}>
      <Select
        name="rich-lesson"
        label={labels.lesson_choose}
        help={labels.lesson_help}
        value={course}
        onChange={(event) => setCourse(event.target.value)}
      >
        {lessons.map((lesson) => (
          <option key={lesson.courseSlug} value={lesson.courseSlug}>
            {titleOf(lesson)}
          </option>
        ))}
      </Select>
    </FieldDialog>
  );
}

const titleOf = ({ courseTitle, name }: FreeLesson): string => `${courseTitle}: ${name}`;
