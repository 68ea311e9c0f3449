'use client';

import { useEffect } from 'react';

/** How the popup's last page reports to the page that opened it; a handle on the window may be cut by the provider's own headers. */
export const signInChannel = 'sign-in';

export interface SignInNews { error: string | null }

export function PopupNews({ error }: SignInNews) {
  useEffect(() => {
    const channel = new BroadcastChannel(signInChannel);
    channel.postMessage({ error } satisfies SignInNews);
    channel.close();
    window.close();
  }, [error]);
  return null;
}
