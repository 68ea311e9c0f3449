'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { followFields } from '../../_forms/field-values';
import { readStored } from '../../_storage/browser-storage';
import { followSession } from '../../_session/follow-session';
import { putBackFields } from '../../_session/kept-fields';
import { signedInHint } from '../../_session/shown-user';
import { followAnchors } from './follow-anchors';
import { presentMessage } from './present-message';

let firstPath: string | null = null;
let hasMovedOn = false;

/** A change of language makes a new `<html>`, for which the head's script does not run again. */
export function DocumentState() {
  const pathname = usePathname();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.auth = signedInHint();
    const theme = readStored('theme');
    if (theme) dataset.theme = theme;
    window.addEventListener('unhandledrejection', warn);
    const ends = [followAnchors(), followFields(), followSession()];
    return () => {
      window.removeEventListener('unhandledrejection', warn);
      for (const end of ends) end();
    };
  }, []);
  const isFirstPage = useRef(true);
  // Once: later messages come while the page is there, and are announced.
  useEffect(() => {
    if (!isFirstPage.current) return undefined;
    isFirstPage.current = false;
    return presentMessage();
  }, [pathname]);
  useEffect(() => void putBackFields().catch(() => undefined), [pathname]);
  // Letters that came too late for the first page (global.css) are there for the next one.
  useLayoutEffect(() => {
    firstPath ??= pathname;
    hasMovedOn ||= pathname !== firstPath;
    if (hasMovedOn) document.documentElement.dataset.letters = 'late';
  }, [pathname]);
  return null;
}

/** Row B12: what a navigation left unhandled is a warning. */
function warn(event: PromiseRejectionEvent) {
  // eslint-disable-next-line no-console
  console.warn('Unhandled navigation error:', event.reason);
}
