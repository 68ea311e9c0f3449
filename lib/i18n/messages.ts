import { IntlMessageFormat } from 'intl-messageformat';
import { createTranslator, type IntlError, IntlErrorCode } from 'use-intl/core';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { loadContentFile } from '@/lib/content/content-overlay';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { formats, type SizeUnits, timeZone } from './formats';
import { messageKey } from './message-key';

export interface Messages {
  [key: string]: string | Messages;
}

export const messagesSchema: z.ZodType<Messages> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), messagesSchema])),
);

/** Returns no messages if the file is missing or broken, so that pages show message keys (B10, B12). */
export async function readMessages(lang: Language): Promise<Messages> {
  const path = `${config().siteProject}/i18n/${lang}.json`;
  const loaded = await loadContentFile(path, messagesSchema);
  if (loaded.state === 'ok') return loaded.value as Messages;
  log.error({ path, ...loaded }, `Error fetching file: ${path}`);
  return {};
}

/** Shows the key of a missing message (B10). Client providers need their own copy, as functions do not serialize. */
export const getMessageFallback = ({ key }: { key: string }): string => key;

export function logMessageError(error: IntlError): void {
  if (error.code !== IntlErrorCode.MISSING_MESSAGE)
    log.error(
      { err: error },
      'A message is malformed, so the page shows its key. Correct it in content/{project}/i18n',
    );
}

export interface Translate {
  (key: string, values?: Record<string, string | number | Date>): string;
  has(key: string): boolean;
}

/** For emails, feeds, problem documents and jobs, which have no page. Keys include the namespace: `payment.title`. */
export async function loadTranslator(lang: Language): Promise<Translate> {
  const messages = await readMessages(lang);
  return createTranslator({
    locale: lang,
    messages,
    formats,
    timeZone,
    getMessageFallback,
    onError: logMessageError,
  }) as unknown as Translate;
}

/** @param key a problem's key, such as `code-taken` */
export const problemText = (translate: Translate, key: string): string => translate(`problems.${messageKey(key)}`);

export async function readSizeUnits(lang: Language): Promise<SizeUnits> {
  const t = await loadTranslator(lang);
  return {
    gigabyte: t('units.gigabyte'),
    megabyte: t('units.megabyte'),
    kilobyte: t('units.kilobyte'),
    byte: t('units.byte'),
  };
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

export function listPlaceholders(message: string, lang: string): ReadonlySet<string> {
  try {
    return new Set(new IntlMessageFormat(message, lang).getAst().flatMap(placeholderNames));
  } catch {
    return new Set();
  }
}

function placeholderNames(element: Element): string[] {
  if ('children' in element) return [`<${element.value}>`, ...element.children.flatMap(placeholderNames)];
  if ('options' in element)
    return [
      `{${element.value}}`,
      ...Object.values(element.options).flatMap(({ value }) => value.flatMap(placeholderNames)),
    ];
  // Type 0 is plain text; type 7 is the number in a plural.
  return element.type === 0 || element.type === 7 ? [] : [`{${element.value}}`];
}
