import type { FormLabels } from '@/components/form/form-labels';
import type { Language } from '@/lib/language';
import type { FreeLesson } from '@/lib/lessons/playback/lesson-previews';

export interface RichTextProps {
  name: string;
  label: string;
  help?: string | undefined;
  html: string;
  lang: Language | undefined;
  error?: string | undefined;
  required?: boolean;
  lessons?: readonly FreeLesson[];
  labels: FormLabels;
  onChange: (html: string) => void;
}

export interface EditorProps extends Pick<RichTextProps, 'html' | 'lang' | 'lessons' | 'labels' | 'onChange'> {
  labelledBy: string;
  describedBy: string;
  isWrong: boolean;
  onLost: (elements: string[]) => void;
}
