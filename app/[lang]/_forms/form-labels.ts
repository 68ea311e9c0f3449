import type { Language } from '@/lib/language';
import type { PickerLabels } from './picture/picture-picker';
import type { RichTextLabels } from './rich-text/rich-text-labels';

/** The texts of generated forms; `labels` by field name, dotted for a field inside a named one. */
export interface FormLabels {
  /** Of the page. */
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
  /** Under a number that cannot be read. */
  number_unclear: string;
  picker: PickerLabels;
  rich: RichTextLabels;
  labels: Record<string, string>;
  /** Short texts of the site by their keys, for fields that name one. */
  messages: Record<string, string>;
  /** One line a field, by its name. */
  help: Record<string, string>;
}

/** Names are typed too, and `constructor` is no text of ours. */
export const ownText = (texts: Readonly<Record<string, string>>, name: string): string | undefined => (Object.hasOwn(texts, name) ? texts[name] : undefined);

/** `whatYouWillLearn` reads "What you will learn" where nobody gave it a label. */
export function labelOf(name: string, labels: Pick<FormLabels, 'labels'>): string {
  const known = ownText(labels.labels, name);
  if (known) return known;
  const spaced = name.replace(/^--/, '').replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
