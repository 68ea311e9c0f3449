'use client';

import { useEffect } from 'react';
import { hasOfflineLessons, readShownUser } from '@/components/session/shown-user';

const isOtherPage = () => !location.pathname.endsWith('/offline');

/** Rows B14, N18: refreshes the stored user, and removes lessons that the learner may no longer watch. */
export function RefreshOfflineUser() {
  useEffect(() => {
    readShownUser().catch(() => undefined);
    if (isOtherPage() && hasOfflineLessons())
      import('./contact-server').then(({ contactServer }) => contactServer()).catch(() => undefined);
  }, []);
  return null;
}
