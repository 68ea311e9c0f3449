import type { AbstractIntlMessages } from 'next-intl';
import type { ReactNode } from 'react';
import { MessagesProvider } from '@/components/messages/messages-provider';

/** Provides `messages` to client components, which show the key of any message that is missing there. */
export const provideMessages = (children: ReactNode, messages: AbstractIntlMessages = {}) => (
  <MessagesProvider lang="en" messages={messages}>
    {children}
  </MessagesProvider>
);
