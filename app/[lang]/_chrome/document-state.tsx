'use client';

import { useLayoutEffect } from 'react';
import { signedInHint } from './signed-in-hint';

/** A change of language makes a new `<html>`, for which the head's script does not run again. */
export function DocumentState() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.auth = signedInHint();
    const theme = localStorage.getItem('theme');
    if (theme) dataset.theme = theme;
    window.addEventListener('unhandledrejection', warn);
    return () => window.removeEventListener('unhandledrejection', warn);
  }, []);
  return null;
}

/** Row B12: what a navigation left unhandled is a warning. */
function warn(event: PromiseRejectionEvent) {
  // eslint-disable-next-line no-console
  console.warn('Unhandled navigation error:', event.reason);
}
