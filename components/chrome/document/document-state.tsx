'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { followFields } from '@/components/form/field-values';
import { writePhonesAsDigits } from '@/components/form/plain-phones';
import { keepPastedTextWhole } from '@/components/form/whole-paste';
import { reloadKeepingFields, restoreFields } from '@/components/session/kept-fields';
import { followSession, signedInHint } from '@/components/session/shown-user';
import { readStorage } from '@/components/storage/browser-storage';
import { followLostFocus } from './lost-focus';

let firstPath: string | null = null;
let hasMovedOn = false;

/** Restores attributes of `<html>`: switching languages replaces the element without running the head script again. */
export function DocumentState() {
  const pathname = usePathname();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.auth = signedInHint();
    const theme = readStorage('theme');
    if (theme) dataset.theme = theme;
    // Set this before React handles the press that made it finish hydrating, or the press is repeated below.
    window.reactListens = true;
    const ofEarlyPresses = setTimeout(repeatEarlyPresses);
    window.addEventListener('unhandledrejection', logNavigationError);
    const ends = [
      followAnchors(),
      followFields(),
      keepPastedTextWhole(),
      writePhonesAsDigits(),
      followLostFocus(),
      followSession(),
    ];
    return () => {
      clearTimeout(ofEarlyPresses);
      window.removeEventListener('unhandledrejection', logNavigationError);
      for (const end of ends) end();
    };
  }, []);
  const isFirstPage = useRef(true);
  // Run on the first page only: screen readers announce later messages by themselves.
  useEffect(() => {
    if (!isFirstPage.current) return undefined;
    isFirstPage.current = false;
    return presentMessage();
  }, [pathname]);
  useEffect(() => void restoreFields().catch(() => undefined), [pathname]);
  useLayoutEffect(() => {
    firstPath ??= pathname;
    hasMovedOn ||= pathname !== firstPath;
    if (!hasMovedOn) return;
    // Use the web fonts from the second page on, even if they loaded too late for the first (global.css).
    document.documentElement.dataset.fonts = 'late';
    // Fire before the router scrolls the new page to the top: the header's look depends on the scroll position.
    document.dispatchEvent(new Event('navigated'));
  }, [pathname]);
  return null;
}

function repeatEarlyPresses(): void {
  for (const button of window.earlyPresses ?? []) button.click();
  window.earlyPresses?.clear();
}

function logNavigationError(event: PromiseRejectionEvent) {
  // eslint-disable-next-line no-console
  console.warn('Unhandled navigation error:', event.reason);
}

const patienceMs = 3000;

/** Reloads a page that hangs after Back: Firefox may drop React's scheduler message when it freezes a page. */
export function ReturnedPage() {
  const [returns, setReturns] = useState(0);
  const seen = useRef(0);
  const check = useEffectEvent((count: number) => {
    if (seen.current < count) reloadKeepingFields();
  });
  useEffect(() => {
    seen.current = returns;
  }, [returns]);
  useEffect(() => {
    let count = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handlePageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      count += 1;
      const expected = count;
      setReturns(expected);
      clearTimeout(timer);
      timer = setTimeout(() => check(expected), patienceMs);
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => {
      window.removeEventListener('pageshow', handlePageShow);
      clearTimeout(timer);
    };
  }, []);
  return null;
}

/** Row A11: handles anchor links instead of the router, which writes the anchor twice and ignores a second click. */
function followAnchors(): () => void {
  const followAnchor = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (
      !link?.hash ||
      link.target ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (link.origin !== location.origin || link.pathname !== location.pathname || link.search !== location.search)
      return;
    const target = document.getElementById(link.hash.slice(1));
    if (!target) return;
    event.preventDefault();
    if (link.hash !== location.hash) window.history.pushState(null, '', link.hash);
    for (let fold = target.parentElement?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
      fold.open = true;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  };
  // Use the capture phase to run before the router, which ignores prevented events.
  window.addEventListener('click', followAnchor, { capture: true });
  return () => window.removeEventListener('click', followAnchor, { capture: true });
}

const parameters = ['error', 'notice', 'saved', 'sent', 'done', 'changed'];

/** Focuses the message and puts it into the title: screen readers do not announce a message present at page load. */
export function presentMessage(): () => void {
  const query = new URLSearchParams(window.location.search);
  if (!parameters.some((name) => query.has(name))) return () => {};
  const main = document.querySelector('main');
  const message = [...(main?.querySelectorAll<HTMLElement>('[role=alert]') ?? [])].find(
    (each) => each.textContent !== '' && !each.closest('form'),
  );
  const wrong = main?.querySelector<HTMLElement>('form [aria-invalid=true]:is(input, textarea, select)');
  // Normalise white space as `document.title` does.
  const text = (message?.textContent ?? '').replaceAll(/[\t\n\f\r ]+/g, ' ').trim();
  // Leave the focus alone if the visitor is already typing in a field.
  if (document.activeElement === document.body) (wrong ?? message)?.focus();
  return text === '' ? () => {} : keepTitleBeginning(text);
}

/** Keeps the title's beginning when React rewrites the title during hydration. */
function keepTitleBeginning(text: string): () => void {
  const observer = new MutationObserver(() => write());
  const write = () => {
    if (!document.title.startsWith(text)) document.title = `${text} – ${document.title}`;
    observer.takeRecords();
  };
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  write();
  return () => observer.disconnect();
}
