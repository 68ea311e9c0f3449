'use client';

import { useState } from 'react';

/** For the steps of a form: whether one is under way, and what is wrong. @param failed what is said when a step throws */
export function useAttempt(failed: string) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async (step: () => Promise<void>) => {
    setBusy(true);
    setFault(undefined);
    await step().catch(() => setFault(failed));
    setBusy(false);
  };
  return { fault, setFault, busy, run };
}
