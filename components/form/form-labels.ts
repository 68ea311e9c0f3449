import type { Language } from '@/lib/language';
import type { PickerLabels } from './picture-picker';
import type { RichTextLabels } from './rich-text/rich-text-labels';

/** `labels` is keyed by field name, dotted for nested fields. */
export interface FormLabels {
  lang: Language;
  add: string;
  remove: string;
  move_up: string;
  move_down: string;
  item: string;
  entry_name: string;
  not_set: string;
  set: string;
  clear: string;
  yes: string;
  no: string;
  kind: string;
  drag: string;
  search: string;
  shown_as: string;
  number_unclear: string;
  read_as: string;
  picker: PickerLabels;
  rich: RichTextLabels;
  labels: Record<string, string>;
  messages: Record<string, string>;
  help: Record<string, string>;
}

/** Reads own properties only: `name` comes from user input, and `constructor` must not match. */
export const ownText = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

export function labelOf(name: string, labels: Pick<FormLabels, 'labels'>): string {
  const ownLabel = ownText(labels.labels, name);
  if (ownLabel) return ownLabel;
  const spaced = name
    .replace(/^--/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
