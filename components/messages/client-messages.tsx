import type { ReactNode } from 'react';
import { readMessages } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { MessagesProvider } from './messages-provider';

interface Props {
  lang: Language;
  namespaces: readonly string[];
  children: ReactNode;
}

/** Provides messages for `useTranslations` in client components. Replaces the namespaces of an outer provider. */
export async function ClientMessages({ lang, namespaces, children }: Props) {
  const messages = await readMessages(lang);
  return (
    <MessagesProvider
      lang={lang}
      messages={Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace] ?? {}]))}
    >
      {children}
    </MessagesProvider>
  );
}
