'use client';

import { useEffect } from 'react';
import { shownUser } from './shown-user';

/** Row B14: the browser remembers who signed in from the first page on, and forgets it when the sign-in is over. */
export function SessionKeeper() {
  useEffect(() => {
    shownUser().catch(() => undefined);
  }, []);
  return null;
}
