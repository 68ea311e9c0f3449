import { IntlErrorCode, type IntlError } from 'use-intl/core';
import { z } from 'zod';
import { loadContentFile } from '@/lib/cache/content-overlay';
import { config } from '@/lib/config/config';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';

export interface Messages {
  [key: string]: string | Messages;
}

export const messagesSchema: z.ZodType<Messages> = z.lazy(() => z.record(z.string(), z.union([z.string(), messagesSchema])));

/** The project's messages in a language; empty when the file is missing or broken, so that keys are shown (B10, B12). */
export async function readMessages(lang: Language): Promise<Messages> {
  const path = `${config().siteProject}/i18n/${lang}.json`;
  const loaded = await loadContentFile(path, messagesSchema);
  if (loaded.state === 'ok') return loaded.value as Messages;
  log.error({ path, ...loaded }, `Error fetching file: ${path}`);
  return {};
}

/** A missing key shows the key itself (B10). A client provider would need it too: functions are not handed down. */
export const getMessageFallback = ({ key }: { key: string }): string => key;

/** A malformed message is shown as its key and logged; a missing one is only shown (B10). */
export function logMessageError(error: IntlError): void {
  if (error.code !== IntlErrorCode.MISSING_MESSAGE) log.error({ err: error }, 'A message is malformed');
}
