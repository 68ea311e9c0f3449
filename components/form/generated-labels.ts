import 'server-only';
import { type Messages, readMessages } from '@/lib/i18n/messages';
import { type Language, languageNames } from '@/lib/language';
import type { FormLabels } from './form-labels';
import type { PickerLabels } from './picture-picker';
import { richTextNames } from './rich-text/rich-text-labels';

const parts = [
  'add',
  'remove',
  'move_up',
  'move_down',
  'item',
  'entry_name',
  'not_set',
  'set',
  'clear',
  'yes',
  'no',
  'kind',
  'drag',
  'search',
  'shown_as',
] as const;

const pickerParts = [
  'choose',
  'insert',
  'title',
  'search',
  'submit',
  'none',
  'failed',
  'retry',
  'without_alt',
  'not_ready',
  'library',
  'more',
  'close',
] as const satisfies ReadonlyArray<keyof PickerLabels>;

export async function readFormLabels(lang: Language): Promise<FormLabels> {
  const { editor, chrome, ...others } = await readMessages(lang);
  const editorTexts = typeof editor === 'object' ? editor : {};
  const text = (name: string): string => (typeof editorTexts[name] === 'string' ? editorTexts[name] : name);
  const textsOf = (name: string) => plainTexts(editorTexts[name]);
  const pickTexts = <Name extends string>(group: string, names: readonly Name[]) => {
    const texts = textsOf(group);
    return Object.fromEntries(names.map((name) => [name, texts[name] ?? name])) as Record<Name, string>;
  };
  return {
    lang,
    ...(Object.fromEntries(parts.map((name) => [name, text(name)])) as Record<(typeof parts)[number], string>),
    picker: pickTexts('picker', pickerParts),
    rich: pickTexts('rich', richTextNames),
    labels: { ...textsOf('labels'), ...languageNames(lang) },
    help: textsOf('help'),
    number_unclear: plainTexts(others.validation).number_unclear ?? '',
    read_as: plainTexts(others.admin).amount_read_as ?? '',
    messages: { ...plainTexts(others), ...plainTexts(chrome, 'chrome.') },
  };
}

const plainTexts = (messages: Messages | string | undefined, prefix = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof messages === 'object' ? messages : {}).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${prefix}${key}`, text]] : [],
    ),
  );
