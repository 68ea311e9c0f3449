'use client';

import { useEffect } from 'react';

type Shown = { userId: string; name: string; role: string };

const hintOf = (cookie: string): string | undefined => /(?:^|;\s*)signed_in=(\w+)/.exec(cookie)?.[1];

function kept(): Shown | null {
  try {
    return JSON.parse(localStorage.getItem('userInfo') ?? 'null') as Shown | null;
  } catch {
    return null;
  }
}

async function ask(): Promise<Shown | null> {
  const answer = await fetch('/api/auth/session');
  const { user } = (await answer.json()) as { user?: { id: string; name: string; role: string } };
  return user ? { userId: user.id, name: user.name, role: user.role } : null;
}

/** Row B14: what the browser may remember of a sign-in, for display only; the session itself lives in httpOnly cookies. */
export function SessionKeeper() {
  useEffect(() => {
    const hint = hintOf(document.cookie);
    if (!hint) return localStorage.removeItem('userInfo');
    const shown = kept();
    if (shown && (shown.role === 'guest') === (hint === 'guest')) return;
    ask().then(
      (user) => user && localStorage.setItem('userInfo', JSON.stringify(user)),
      () => undefined,
    );
  }, []);
  return null;
}
