'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';

export type PostState = 'idle' | 'busy' | 'failed';

/**
 * Sends a form as a browser would, and goes where the answer's redirect leads; a call that fails says so and leaves what
 * was typed, where a plain post would show the browser's own error page (row D3). `post` sends fields that no form has.
 */
export function useFormPost() {
  const [state, setState] = useState<PostState>('idle');
  const ready = useSyncExternalStore(() => () => undefined, () => true, () => false);
  useEffect(() => {
    const shownAgain = () => setState('idle');
    window.addEventListener('pageshow', shownAgain);
    return () => window.removeEventListener('pageshow', shownAgain);
  }, []);
  async function post(action: string, body: URLSearchParams): Promise<void> {
    setState('busy');
    try {
      const answer = await fetch(action, { method: 'POST', body });
      if (!answer.redirected) throw new Error(`answered ${answer.status}`);
      window.location.assign(answer.url);
    } catch {
      setState('failed');
    }
  }
  async function send(form: HTMLFormElement, action = form.action): Promise<void> {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
    await post(action, body);
  }
  return { state, send, post, ready };
}
