'use client';

import { useLinkStatus } from 'next/link';
import { Spinner } from '@/components/ui/feedback/spinner';

export function PendingSpinner() {
  const { pending } = useLinkStatus();
  return pending && <Spinner size={18} />;
}
