import { IntlErrorCode, type IntlError } from 'use-intl/core';
import { log } from '@/lib/log';

/** A missing key shows the key itself (B10). A client provider would need it too: functions are not handed down. */
export const getMessageFallback = ({ key }: { key: string }): string => key;

/** A malformed message is shown as its key and logged; a missing one is only shown (B10). */
export function logMessageError(error: IntlError): void {
  if (error.code !== IntlErrorCode.MISSING_MESSAGE) log.error({ err: error }, 'A message is malformed');
}
