import type { Language } from '@/lib/language';
import type { FreeLesson } from '@/lib/video/playback/lesson-previews';
import type { FormLabels } from '../form-labels';

export interface RichTextProps {
  /** Of the field; what is typed has the same name in the call's errors. */
  name: string;
  label: string;
  help?: string | undefined;
  html: string;
  /** Unknown where a text is the same in all languages. */
  lang: Language | undefined;
  error?: string | undefined;
  required?: boolean;
  /** That a text may lead to; none where no page draws their cards. */
  lessons?: readonly FreeLesson[];
  labels: FormLabels;
  onChange: (html: string) => void;
}

export interface EditorProps extends Pick<RichTextProps, 'html' | 'lang' | 'lessons' | 'labels' | 'onChange'> { labelledBy: string; describedBy: string; isWrong: boolean; onLost: (elements: string[]) => void }
