import type { z } from 'zod';
import { contentPages } from '@/lib/content/files';
import type { FormNode, GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { valueAt } from '@/lib/content/form/values';
import { footerSchema, headerSchema, pagesComponentsSchema, styleSchema } from '@/lib/content/schema';
import { messageKey } from '@/lib/i18n/message-key';
import { loadTranslator, messagesSchema, readMessages } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import type { MaybeActor } from '@/lib/permissions';
import { blockFolders, type BlockList } from './document-schema';
import { type DocumentRow, requireKnownDocument } from './documents';

export interface DocumentForm {
  readonly node: FormNode;
  readonly parts: readonly string[];
  readonly names: Readonly<Record<string, string>>;
}

export async function readDocumentForm(
  actor: MaybeActor,
  id: string,
  rows: readonly DocumentRow[],
  lang: Language,
): Promise<DocumentForm> {
  const { shape, parts } = await requireKnownDocument(actor, id);
  const node = buildForm(shape);
  if (node.kind !== 'group') return { node, parts, names: await readFieldNames(shape, lang) };
  if (shape !== pagesComponentsSchema)
    return {
      node: fixBlockName(
        node,
        rows.find((row) => row.id === id),
      ),
      parts,
      names: await readFieldNames(shape, lang),
    };
  const choices = Object.fromEntries(
    (Object.keys(blockFolders) as BlockList[]).map((list) => [list, blockChoices(list, rows, lang)]),
  );
  const fields = node.fields.map((field) => ({
    ...field,
    node: withChoices(field.node, Object.keys(choices[field.name] ?? {})),
  }));
  return {
    node: { kind: 'group', fields },
    parts,
    names: Object.assign({}, ...Object.values(choices)) as Record<string, string>,
  };
}

async function readFieldNames(shape: z.ZodType, lang: Language): Promise<Record<string, string>> {
  const messages = await readMessages(lang);
  const textsOf = (name: string) => textEntries(valueAt(messages, ['editor', name]));
  if (shape === headerSchema || shape === footerSchema) return { ...textEntries(messages), ...chromeTexts(messages) };
  if (shape === messagesSchema) return textsOf('text_groups');
  if (shape !== styleSchema) return {};
  const translate = await loadTranslator(lang);
  return Object.fromEntries(
    Object.entries(textsOf('theme')).flatMap(([name, text]) => [
      [`--${name}`, text],
      [`--dark-${name}`, translate('editor.theme_dark', { name: text })],
    ]),
  );
}

const chromeTexts = (messages: JsonValue): Record<string, string> =>
  Object.fromEntries(
    Object.entries(textEntries(valueAt(messages, ['chrome']))).map(([key, text]) => [`chrome.${key}`, text]),
  );

const textEntries = (messages: JsonValue | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(messages ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** Makes a block's name read-only, because the list of blocks and page addresses refer to the name. */
function fixBlockName(node: GroupNode, row: DocumentRow | undefined): GroupNode {
  const name = Object.values(row?.values ?? {})
    .map((value) => valueAt(value, ['fileName']))
    .find((each) => typeof each === 'string');
  return {
    kind: 'group',
    fields: node.fields.map((field) =>
      field.name === 'fileName'
        ? { ...field, node: { kind: 'fixed', value: typeof name === 'string' ? name : null } }
        : field,
    ),
  };
}

function blockChoices(list: BlockList, rows: readonly DocumentRow[], lang: Language): Record<string, string> {
  const folder = list === 'homeComponents' ? 'home-page' : blockFolders[list].slice(0, -1);
  const blocks = rows.filter(({ id }) => id.startsWith(`${folder}.`) && !id.endsWith('.meta-data'));
  return Object.fromEntries(
    blocks.map(({ id, values }) => {
      const name = id.slice(folder.length + 1);
      return [list === 'homeComponents' ? `${folder}/${name}` : name, titleOf(values[lang]) ?? name];
    }),
  );
}

function titleOf(value: JsonValue | undefined): string | null {
  const found = [['name'], ['title'], ['heading', 'first'], ['meta', 'title']]
    .map((path) => valueAt(value, path))
    .find((text) => typeof text === 'string' && text !== '');
  return typeof found === 'string' ? found : null;
}

function withChoices(node: FormNode, options: readonly string[]): FormNode {
  if (node.kind !== 'list' || node.item.kind !== 'group') return node;
  const fields = node.item.fields.map((field) =>
    field.name === 'fileName' ? { ...field, node: { kind: 'choice', options, nullable: false } as const } : field,
  );
  return { ...node, item: { kind: 'group', fields } };
}

interface ContentTranslator {
  (key: string): string;
  has: (key: string) => boolean;
}

export function documentTitle(
  { id, values }: Pick<DocumentRow, 'id' | 'values'>,
  lang: Language,
  t: ContentTranslator,
): string {
  const key = `content_name_${id.replaceAll(/[.-]/g, '_')}`;
  if (t.has(key)) return t(key);
  if (id.endsWith('.meta-data')) return t('content_name_meta');
  return titleOf(values[lang]) ?? id;
}

const pageFolders = contentPages.filter(({ languages }) => languages.length > 0).map(({ folder }) => folder);

export const groups: readonly string[] = ['site', ...pageFolders];

export function groupOf(id: string): string {
  const [folder = ''] = id.split('.');
  return pageFolders.includes(folder) ? folder : 'site';
}

export const groupTitle = (group: string, t: ContentTranslator): string => t(`content_group_${messageKey(group)}`);
