import 'server-only';
import type { z } from 'zod';
import type { MaybeActor } from '@/lib/actor';
import type { FormNode, GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { formOf } from '@/lib/content/form/form-of';
import { valueAt } from '@/lib/content/form/pointer';
import { footerSchema, headerSchema, pagesComponentsSchema, styleSchema } from '@/lib/content/schema';
import { messagesSchema, readMessages } from '@/lib/i18n/messages';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { blockFolders, type BlockList } from './document-schema';
import { requireKnownDocument } from './documents';
import type { DocumentRow } from './versions';

export interface DocumentForm {
  readonly node: FormNode;
  readonly parts: readonly string[];
  /** What choices and keys are called. */
  readonly names: Readonly<Record<string, string>>;
}

/** The form of a document, from the shape of its file; the blocks of a page are chosen by their titles. @throws Problem 401, 403, 404 */
export async function formOfDocument(actor: MaybeActor, id: string, rows: readonly DocumentRow[], lang: Language): Promise<DocumentForm> {
  const { shape, parts } = await requireKnownDocument(actor, id);
  const node = formOf(shape);
  if (node.kind !== 'group') return { node, parts, names: await namesIn(shape, lang) };
  if (shape !== pagesComponentsSchema) return { node: withFixedName(node, rows.find((row) => row.id === id)), parts, names: await namesIn(shape, lang) };
  const choices = Object.fromEntries((Object.keys(blockFolders) as BlockList[]).map((list) => [list, blocksOf(list, rows, lang)]));
  const fields = node.fields.map((field) => ({ ...field, node: withChoices(field.node, Object.keys(choices[field.name] ?? {})) }));
  return { node: { kind: 'group', fields }, parts, names: Object.assign({}, ...Object.values(choices)) as Record<string, string> };
}

/** What people call what these files know by a key: colours, groups of texts, items of the menu. */
async function namesIn(shape: z.ZodType, lang: Language): Promise<Record<string, string>> {
  const messages = await readMessages(lang);
  const textsOf = (name: string) => textsIn(valueAt(messages, ['editor', name]));
  if (shape === headerSchema || shape === footerSchema) return { ...textsIn(messages), ...chromeTexts(messages) };
  if (shape === messagesSchema) return textsOf('text_groups');
  if (shape !== styleSchema) return {};
  const translate = await translatorOf(lang);
  return Object.fromEntries(Object.entries(textsOf('theme')).flatMap(([name, text]) => [[`--${name}`, text], [`--dark-${name}`, translate('editor.theme_dark', { name: text })]]));
}

const chromeTexts = (messages: JsonValue): Record<string, string> =>
  Object.fromEntries(Object.entries(textsIn(valueAt(messages, ['chrome']))).map(([key, text]) => [`chrome.${key}`, text]));

const textsIn = (messages: JsonValue | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(messages ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** A block's own name is not chosen: the order of the blocks, and addresses, refer to it. */
function withFixedName(node: GroupNode, row: DocumentRow | undefined): GroupNode {
  const name = Object.values(row?.values ?? {}).map((value) => valueAt(value, ['fileName'])).find((each) => typeof each === 'string');
  return { kind: 'group', fields: node.fields.map((field) => (field.name === 'fileName' ? { ...field, node: { kind: 'fixed', value: typeof name === 'string' ? name : null } } : field)) };
}

/** Every block that may stand in a list, by its name there, with its title. */
function blocksOf(list: BlockList, rows: readonly DocumentRow[], lang: Language): Record<string, string> {
  const folder = list === 'homeComponents' ? 'home-page' : blockFolders[list].slice(0, -1);
  const blocks = rows.filter(({ id }) => id.startsWith(`${folder}.`) && !id.endsWith('.meta-data'));
  return Object.fromEntries(blocks.map(({ id, values }) => {
    const name = id.slice(folder.length + 1);
    return [list === 'homeComponents' ? `${folder}/${name}` : name, titleOf(values[lang]) ?? name];
  }));
}

/** What a document calls itself; null when it does not. */
export function titleOf(value: JsonValue | undefined): string | null {
  const found = [['name'], ['title'], ['heading', 'first'], ['meta', 'title']].map((path) => valueAt(value, path)).find((text) => typeof text === 'string' && text !== '');
  return typeof found === 'string' ? found : null;
}

function withChoices(node: FormNode, options: readonly string[]): FormNode {
  if (node.kind !== 'list' || node.item.kind !== 'group') return node;
  const fields = node.item.fields.map((field) => (field.name === 'fileName' ? { ...field, node: { kind: 'choice', options, nullable: false } as const } : field));
  return { ...node, item: { kind: 'group', fields } };
}
