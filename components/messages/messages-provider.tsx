'use client';

import { type AbstractIntlMessages, type IntlError, IntlErrorCode, NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { formats, timeZone } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';

interface Props {
  lang: Language;
  messages: AbstractIntlMessages;
  children: ReactNode;
}

const keyOf = ({ key }: { key: string }): string => key;

function reportError(error: IntlError): void {
  // eslint-disable-next-line no-console -- browsers have no other log
  if (error.code !== IntlErrorCode.MISSING_MESSAGE) console.error(error);
}

/** Shows the key of a missing message, as on the server (B10). */
export const MessagesProvider = ({ lang, messages, children }: Props) => (
  <NextIntlClientProvider
    locale={lang}
    messages={messages}
    formats={formats}
    timeZone={timeZone}
    getMessageFallback={keyOf}
    onError={reportError}
  >
    {children}
  </NextIntlClientProvider>
);
