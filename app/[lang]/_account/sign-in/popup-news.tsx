'use client';

import { useEffect } from 'react';
import { signInChannel, type SignInNews } from './sign-in-channel';

export function PopupNews({ error }: SignInNews) {
  useEffect(() => {
    const channel = new BroadcastChannel(signInChannel);
    channel.postMessage({ error } satisfies SignInNews);
    channel.close();
    window.close();
  }, [error]);
  return null;
}
