import type { AbstractIntlMessages } from 'next-intl';
import type { ReactNode } from 'react';
import { MessagesProvider } from '@/components/messages/messages-provider';

/** Client components inside show these messages, and the keys of all others. */
export const withMessages = (children: ReactNode, messages: AbstractIntlMessages = {}) => (
  <MessagesProvider lang="en" messages={messages}>
    {children}
  </MessagesProvider>
);
