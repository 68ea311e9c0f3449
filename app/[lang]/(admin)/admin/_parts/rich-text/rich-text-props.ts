import type { Language } from '@/lib/language';
import type { FreeLesson } from '@/lib/video/playback/lesson-previews';
import type { FormLabels } from '../../../../_forms/form-labels';
import type { RichTextLabels } from './rich-text-labels';

export interface RichTextProps {
  /** Of the field; what is typed has the same name in the call's errors. */
  name: string;
  html: string;
  lang: Language;
  error: string | undefined;
  lessons: readonly FreeLesson[];
  labels: RichTextLabels;
  form: FormLabels;
  onChange: (html: string) => void;
}

export interface EditorProps extends Omit<RichTextProps, 'error' | 'name'> { labelledBy: string; describedBy: string; onLost: (elements: string[]) => void }
