import 'server-only';
import { createTranslator, IntlErrorCode } from 'use-intl/core';
import { z } from 'zod';
import type { JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/pointer';
import { addressFaults, itemsPathOf } from '@/lib/content/item-addresses';
import { configSchema, pagesComponentsSchema, styleSchema } from '@/lib/content/schema';
import { messagesSchema } from '@/lib/i18n/messages';
import { placeholdersOf } from '@/lib/i18n/placeholders';
import { leastContrast, unreadablePairs } from './theme-contrast';
import { listDocuments, readFiles, type ContentDocument, type Values } from './documents';

type Refuse = z.core.$RefinementCtx<Values>;

/** What has to be right before a document is published: each part has the file's shape, and what the shape cannot say. */
export async function publishingSchema(document: ContentDocument): Promise<z.ZodType> {
  const parts = z.strictObject(Object.fromEntries(document.parts.map((part) => [part, document.shape])));
  // What was typed is checked and stored, not what the shape makes of it.
  return z.custom<Values>().superRefine((values, context) => {
    for (const issue of parts.safeParse(values, { reportInput: true }).error?.issues ?? []) context.issues.push({ ...issue, input: 'input' in issue ? issue.input : undefined } as never);
  }).superRefine(await rulesOf(document));
}

async function rulesOf(document: ContentDocument): Promise<(values: Values, context: Refuse) => void> {
  if (document.shape === styleSchema) return refuseUnreadable;
  if (document.shape === messagesSchema || document.shape === configSchema) {
    const files = await readFiles(document);
    const refuse = document.shape === messagesSchema ? refuseBrokenMessages : refuseLostTypes;
    return (values, context) => refuse(values, files, context);
  }
  if (document.shape === pagesComponentsSchema) {
    const known = new Set((await listDocuments()).map(({ id }) => id));
    return (values, context) => refuseUnknownBlocks(values, known, context);
  }
  const items = itemsPathOf(document.shape);
  return (values, context) => {
    for (const { path, ...fault } of items ? addressFaults(values, items) : []) context.addIssue({ code: 'custom', path: [...path], ...fault });
  };
}

function refuseUnreadable({ all }: Values, context: Refuse): void {
  if (typeof all !== 'object' || all === null) return;
  for (const { text, background, ratio } of unreadablePairs(all as Record<string, unknown>)) {
    const params = { text, background, ratio: ratio.toFixed(2), least: String(leastContrast) };
    for (const name of [text, background]) context.addIssue({ code: 'custom', path: ['all', name], message: 'contrast_too_low', params });
  }
}

/**
 * A text that the program asks for may be changed, not taken away; and it has to be one that can be shown, with the values and tags that the
 * program fills in: a mail without its `{minutes}` misleads, one with another `{value}` cannot be written.
 */
function refuseBrokenMessages(values: Values, files: Values, context: Refuse): void {
  for (const [lang, messages] of Object.entries(values)) {
    for (const path of pathsOf(files[lang])) {
      const text = valueAt(messages, path);
      if (typeof text !== 'string') context.addIssue({ code: 'custom', path: [lang, ...path], message: 'required', input: text });
      else if (!isWellFormed(text, lang)) context.addIssue({ code: 'custom', path: [lang, ...path], message: 'message_format' });
      else for (const fault of placeholderFaults(text, String(valueAt(files[lang], path)), lang)) context.addIssue({ code: 'custom', path: [lang, ...path], ...fault });
    }
  }
}

function placeholderFaults(text: string, inFile: string, lang: string): Array<{ message: string; params: { placeholders: string } }> {
  if (text === inFile) return [];
  const [given, filled] = [placeholdersOf(text, lang), placeholdersOf(inFile, lang)];
  const lost = [...filled].filter((name) => !given.has(name));
  const unknown = [...given].filter((name) => !filled.has(name));
  return [{ message: 'placeholder_lost', names: lost }, { message: 'placeholder_unknown', names: unknown }]
    .filter(({ names }) => names.length > 0).map(({ message, names }) => ({ message, params: { placeholders: names.join(' ') } }));
}

/** Clients ask for the type of a block by its name (C6): an entry for a block that came with the site stays as it is; others may be added. */
function refuseLostTypes({ all }: Values, files: Values, context: Refuse): void {
  const types = valueAt(files.all, ['types']);
  if (typeof types !== 'object' || types === null) return;
  for (const [name, type] of Object.entries(types)) {
    const given = valueAt(all, ['types', name]);
    if (given !== type) context.addIssue({ code: 'custom', path: ['all', 'types', ...(given === undefined ? [] : [name])], message: 'block_type', params: { name, type: String(type) } });
  }
}

function pathsOf(value: JsonValue | undefined, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]));
}

function isWellFormed(text: string, locale: string): boolean {
  let isBroken = false;
  const translate = createTranslator({
    locale, messages: { text }, getMessageFallback: () => '', onError: ({ code }) => (isBroken ||= code === IntlErrorCode.INVALID_MESSAGE),
  });
  translate('text');
  return !isBroken;
}

/** The folder of the blocks of each list. */
export const blockFolders = { homeComponents: '', aboutusComponents: 'aboutus-page/', serviceComponents: 'service-page/' } as const;
export type BlockList = keyof typeof blockFolders;

const blockIdOf = (list: BlockList, fileName: string): string => `${blockFolders[list]}${fileName}`.replaceAll('/', '.');

function refuseUnknownBlocks({ all }: Values, known: ReadonlySet<string>, context: Refuse): void {
  for (const list of Object.keys(blockFolders) as BlockList[]) {
    const entries = valueAt(all, [list]);
    const names = Array.isArray(entries) ? entries.map((entry) => valueAt(entry, ['fileName'])) : [];
    names.forEach((name, index) => {
      const path = ['all', list, index, 'fileName'];
      if (typeof name === 'string' && !known.has(blockIdOf(list, name))) context.addIssue({ code: 'custom', path, message: 'unknown_block' });
      if (names.indexOf(name) < index) context.addIssue({ code: 'custom', path, message: 'duplicate' });
    });
  }
}
