'use client';

import { useEffect } from 'react';
import { shownUser } from './shown-user';

/** Row B14: the browser remembers who signed in from the first page on, and forgets it when the session is over. */
export function RememberUser() {
  useEffect(() => {
    shownUser().catch(() => undefined);
  }, []);
  return null;
}
