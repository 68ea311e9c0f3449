import * as rootParams from 'next/root-params';
import { getRequestConfig } from 'next-intl/server';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { formats, timeZone } from './formats';
import { getMessageFallback, logMessageError, readMessages } from './messages';

/** The page's language is the first segment of its path; route handlers and emails pass `locale`. */
export default getRequestConfig(async ({ locale }) => {
  const wanted: unknown = locale ?? (await rootParams.lang());
  const lang = isLanguage(wanted) ? wanted : defaultLanguage;
  return {
    locale: lang,
    messages: await readMessages(lang),
    formats,
    timeZone,
    getMessageFallback,
    onError: logMessageError,
  };
});
