'use client';

import { useEffect } from 'react';
import { forgetShownUser } from './shown-user';

/** Row N24: after a new name, what the browser remembers of its user is asked for anew. */
export function AskAgain() {
  useEffect(() => {
    forgetShownUser().catch(() => undefined);
  }, []);
  return null;
}
