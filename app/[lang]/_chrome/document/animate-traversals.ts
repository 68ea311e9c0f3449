/** What TypeScript 5.9 does not know yet of the Navigation API. */
interface Navigation extends EventTarget { readonly currentEntry: { readonly key: string } | null }
interface NavigateEvent extends Event {
  readonly navigationType: string;
  readonly canIntercept: boolean;
  /** The browser has moved the page itself: a swipe on a phone. */
  readonly hasUAVisualTransition?: boolean;
  readonly destination: { readonly url: string; readonly key: string; readonly sameDocument: boolean };
  intercept(options: { focusReset: 'manual'; scroll: 'manual' }): void;
}

/** Where each entry of the history was scrolled to, by its key. */
const places = new Map<string, number>();
let arrivingAt: string | null = null;

/** The page that was gone back or forward to is in the document (row A11). */
export function scrollBack(): void {
  if (arrivingAt !== null) window.scrollTo({ top: places.get(arrivingAt) ?? 0, behavior: 'instant' });
  arrivingAt = null;
}

/**
 * Back and forward move as links do. What React is asked for within the browser's `popstate` it renders at once and without a
 * transition, for the browser scrolls right after it; so the router hears of it in a task of its own, and the page scrolls itself.
 * @returns a function that ends it
 */
export function animateTraversals(): () => void {
  const { navigation } = window as Window & { navigation?: Navigation };
  if (!navigation || !('startViewTransition' in document)) return () => undefined;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let isPostponed = false;
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('scroll', () => {
    if (navigation.currentEntry && arrivingAt === null) places.set(navigation.currentEntry.key, window.scrollY);
  }, { passive: true, signal });
  navigation.addEventListener('navigate', (each) => {
    const event = each as NavigateEvent;
    const { destination, navigationType } = event;
    if (navigationType !== 'traverse' || !event.canIntercept || event.hasUAVisualTransition || !destination.sameDocument || still.matches || new URL(destination.url).pathname === location.pathname) return;
    arrivingAt = destination.key;
    isPostponed = true;
    event.intercept({ focusReset: 'manual', scroll: 'manual' });
  }, { signal });
  // Registered before the router's own listener, which hears of it afterwards.
  window.addEventListener('popstate', (event) => {
    if (!isPostponed) return;
    isPostponed = false;
    event.stopImmediatePropagation();
    setTimeout(() => window.dispatchEvent(new PopStateEvent('popstate', { state: event.state as unknown })));
  }, { capture: true, signal });
  return () => listening.abort();
}
