'use client';

import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Notice } from '@/components/ui/feedback/notice';

type PopupFormProps = ComponentProps<'form'> & { lang: string; callbackUrl: string; blocked: string };

const popupName = 'sign-in';

export function PopupForm({ lang, callbackUrl, blocked, children, ...form }: PopupFormProps) {
  const [isBlocked, setBlocked] = useState(false);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const waitForPopup = (popup: Window) => {
    const channel = new BroadcastChannel(signInChannel);
    const poll = window.setInterval(() => popup.closed && stop.current(), 1000);
    stop.current = () => {
      window.clearInterval(poll);
      // Keep listening: the popup's message may arrive after the popup has closed.
      window.setTimeout(() => channel.close(), 1000);
    };
    channel.onmessage = ({ data }: MessageEvent<SignInNews>) => {
      stop.current();
      const next = encodeURIComponent(callbackUrl);
      window.location.assign(
        data.error ? `/${lang}/login?error=${encodeURIComponent(data.error)}&next=${next}` : callbackUrl,
      );
    };
  };

  return (
    <>
      <form
        {...form}
        onSubmit={(event) => {
          const popup = window.open('', popupName, 'popup,width=600,height=600');
          setBlocked(popup === null);
          if (!popup) return event.preventDefault();
          event.currentTarget.target = popupName;
          const field = event.currentTarget.elements.namedItem('callbackUrl');
          if (field instanceof HTMLInputElement) field.value = `/${lang}/signed-in`;
          waitForPopup(popup);
        }}
      >
        {children}
      </form>
      {isBlocked && (
        <Notice tone="danger" alert>
          {blocked}
        </Notice>
      )}
    </>
  );
}

/** Connects the popup to its opener, because the provider's headers may clear `window.opener`. */
const signInChannel = 'sign-in';

interface SignInNews {
  error: string | null;
}

export function PopupMessage({ error }: SignInNews) {
  useEffect(() => {
    const channel = new BroadcastChannel(signInChannel);
    channel.postMessage({ error } satisfies SignInNews);
    channel.close();
    window.close();
  }, [error]);
  return null;
}
