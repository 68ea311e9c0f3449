'use client';

import { useEffect } from 'react';
import { forgetShownUser } from './shown-user';

/** Row N24: refreshes the stored user after a change of name. */
export function RefreshStoredUser() {
  useEffect(() => {
    forgetShownUser().catch(() => undefined);
  }, []);
  return null;
}
