'use client';

import { useLinkStatus } from 'next/link';
import { Spinner } from '../feedback/spinner';

/** Inside a link: turns while the page that the link leads to is loading. */
export function PendingSpinner() {
  const { pending } = useLinkStatus();
  return pending && <Spinner size={18} />;
}
