'use client';

import { useEffect } from 'react';
import { hasOfflineLessons, shownUser } from '../_session/shown-user';

/** The offline page asks by itself. */
const isElsewhere = () => !location.pathname.endsWith('/offline');

/**
 * Row B14: the browser remembers who signed in from the first page on, and forgets it when the session is over. Row N18:
 * lessons stored on this device are compared with what may still be watched.
 */
export function RememberUser() {
  useEffect(() => {
    shownUser().catch(() => undefined);
    if (isElsewhere() && hasOfflineLessons()) import('./contact').then(({ contact }) => contact()).catch(() => undefined);
  }, []);
  return null;
}
