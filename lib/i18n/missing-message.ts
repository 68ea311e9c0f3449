import { IntlErrorCode, type IntlError } from 'next-intl';

/** A missing key shows the key itself (B10). Client providers need these too: functions are not handed down to them. */
export const getMessageFallback = ({ key }: { key: string }): string => key;

/** Missing words are shown as their key and need no noise; a malformed message is shown as its key too, and reported. */
export function onError(error: IntlError): void {
  if (error.code !== IntlErrorCode.MISSING_MESSAGE) console.error(error);
}
