import { createTranslator, IntlErrorCode } from 'use-intl/core';
import { z } from 'zod';
import type { JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/values';
import { addressFaults, itemsPathOf } from '@/lib/content/item-addresses';
import { configSchema, pagesComponentsSchema, styleSchema } from '@/lib/content/schema';
import { listPlaceholders, messagesSchema } from '@/lib/i18n/messages';
import { type ContentDocument, listDocuments, readFiles, type Values } from './documents';

type RefinementContext = z.core.$RefinementCtx<Values>;

export async function readPublishingSchema(document: ContentDocument): Promise<z.ZodType> {
  const parts = z.strictObject(Object.fromEntries(document.parts.map((part) => [part, document.shape])));
  // Only report issues: what the editor typed is stored, not the schema's output.
  return z
    .custom<Values>()
    .superRefine((values, context) => {
      for (const issue of parts.safeParse(values, { reportInput: true }).error?.issues ?? [])
        context.issues.push({ ...issue, input: 'input' in issue ? issue.input : undefined } as never);
    })
    .superRefine(await readRules(document));
}

async function readRules(document: ContentDocument): Promise<(values: Values, context: RefinementContext) => void> {
  if (document.shape === styleSchema) return refuseUnreadableColours;
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
    for (const { path, ...fault } of items ? addressFaults(values, items) : [])
      context.addIssue({ code: 'custom', path: [...path], ...fault });
  };
}

function refuseUnreadableColours({ all }: Values, context: RefinementContext): void {
  if (typeof all !== 'object' || all === null) return;
  for (const { text, background, ratio } of unreadablePairs(all as Record<string, unknown>)) {
    const params = { text, background, ratio: ratio.toFixed(2), least: String(minContrast) };
    for (const name of [text, background])
      context.addIssue({ code: 'custom', path: ['all', name], message: 'contrast_too_low', params });
  }
}

/** Protects placeholders: an email without its `{minutes}` misleads, and an unknown `{value}` cannot be filled in. */
function refuseBrokenMessages(values: Values, files: Values, context: RefinementContext): void {
  for (const [lang, messages] of Object.entries(values)) {
    for (const path of pathsOf(files[lang])) {
      const text = valueAt(messages, path);
      if (typeof text !== 'string')
        context.addIssue({ code: 'custom', path: [lang, ...path], message: 'required', input: text });
      else if (!isWellFormed(text, lang))
        context.addIssue({ code: 'custom', path: [lang, ...path], message: 'message_format' });
      else
        for (const fault of placeholderFaults(text, String(valueAt(files[lang], path)), lang))
          context.addIssue({ code: 'custom', path: [lang, ...path], ...fault });
    }
  }
}

function placeholderFaults(
  text: string,
  inFile: string,
  lang: string,
): Array<{ message: string; params: { placeholders: string } }> {
  if (text === inFile) return [];
  const [given, filled] = [listPlaceholders(text, lang), listPlaceholders(inFile, lang)];
  const lost = [...filled].filter((name) => !given.has(name));
  const unknown = [...given].filter((name) => !filled.has(name));
  return [
    { message: 'placeholder_lost', names: lost },
    { message: 'placeholder_unknown', names: unknown },
  ]
    .filter(({ names }) => names.length > 0)
    .map(({ message, names }) => ({ message, params: { placeholders: names.join(' ') } }));
}

/** Refuses to remove block types that came with the site, because clients look them up by name (C6). */
function refuseLostTypes({ all }: Values, files: Values, context: RefinementContext): void {
  const types = valueAt(files.all, ['types']);
  if (typeof types !== 'object' || types === null) return;
  for (const [name, type] of Object.entries(types)) {
    const given = valueAt(all, ['types', name]);
    if (given !== type)
      context.addIssue({
        code: 'custom',
        path: ['all', 'types', ...(given === undefined ? [] : [name])],
        message: 'block_type',
        params: { name, type: String(type) },
      });
  }
}

function pathsOf(value: JsonValue | undefined, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]));
}

function isWellFormed(text: string, locale: string): boolean {
  let isBroken = false;
  const translate = createTranslator({
    locale,
    messages: { text },
    getMessageFallback: () => '',
    onError: ({ code }) => (isBroken ||= code === IntlErrorCode.INVALID_MESSAGE),
  });
  translate('text');
  return !isBroken;
}

export const blockFolders = {
  homeComponents: '',
  aboutusComponents: 'aboutus-page/',
  serviceComponents: 'service-page/',
} as const;
export type BlockList = keyof typeof blockFolders;

const blockIdOf = (list: BlockList, fileName: string): string =>
  `${blockFolders[list]}${fileName}`.replaceAll('/', '.');

function refuseUnknownBlocks({ all }: Values, known: ReadonlySet<string>, context: RefinementContext): void {
  for (const list of Object.keys(blockFolders) as BlockList[]) {
    const entries = valueAt(all, [list]);
    const names = Array.isArray(entries) ? entries.map((entry) => valueAt(entry, ['fileName'])) : [];
    names.forEach((name, index) => {
      const path = ['all', list, index, 'fileName'];
      if (typeof name === 'string' && !known.has(blockIdOf(list, name)))
        context.addIssue({ code: 'custom', path, message: 'unknown_block' });
      if (names.indexOf(name) < index) context.addIssue({ code: 'custom', path, message: 'duplicate' });
    });
  }
}

/** WCAG 2.2, 1.4.3: minimum contrast for text of ordinary size. */
const minContrast = 4.5;

const colourPairs: ReadonlyArray<readonly [text: string, background: string]> = [
  ['ink', 'paper'],
  ['ink', 'surface'],
  ['ink', 'sand'],
  ['ink', 'accent-soft'],
  ['ink', 'notice-soft'],
  ['ink-soft', 'paper'],
  ['ink-soft', 'surface'],
  ['ink-soft', 'sand'],
  ['ink-faint', 'surface'],
  ['accent', 'paper'],
  ['accent', 'surface'],
  ['accent-strong', 'paper'],
  ['accent-strong', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-deep', 'deep'],
  ['on-deep', 'deep-soft'],
  ['on-deep-soft', 'deep'],
  ['success', 'surface'],
  ['success', 'success-soft'],
  ['danger', 'surface'],
  ['danger', 'danger-soft'],
];

interface UnreadablePair {
  readonly text: string;
  readonly background: string;
  readonly ratio: number;
}

export function unreadablePairs(style: Readonly<Record<string, unknown>>): UnreadablePair[] {
  return ['', 'dark-'].flatMap((theme) =>
    colourPairs.flatMap(([text, background]) => {
      const [one, other] = [text, background].map((name) => variableOf(style, theme, name));
      if (!one || !other) return [];
      const ratio = contrastOf(String(style[one]), String(style[other]));
      return ratio !== null && ratio < minContrast ? [{ text: one, background: other, ratio }] : [];
    }),
  );
}

/** Falls back to the light theme, from which the dark theme inherits variables that it does not set. */
const variableOf = (style: Readonly<Record<string, unknown>>, theme: string, name: string): string | undefined =>
  [`--${theme}${name}`, `--${name}`].find((each) => Object.hasOwn(style, each));

/** @returns 1 to 21, or null if either colour is not written as `#rgb` or `#rrggbb` */
export function contrastOf(one: string, other: string): number | null {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return a === null || b === null ? null : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(colour: string): number | null {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colour.trim())?.[1];
  if (!digits) return null;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    linearise(Number.parseInt(six.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linearise = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
