declare global {
  interface Window {
    /** True once React has hydrated the page. */
    reactListens?: boolean;
    /** Buttons pressed before hydration. DocumentState clicks them again afterwards. */
    earlyPresses?: Set<HTMLElement>;
    /** Fields changed before hydration, the latest last, with their form's position. React may replace them. */
    earlyFields?: Map<EventTarget, number>;
  }
}

/** Runs before the first paint. It is inlined as source text, so it cannot refer to anything outside itself. */
export function startPage(): void {
  // Look it up each time: switching languages replaces `<html>`.
  const state = () => document.documentElement.dataset;

  // Keep zod from trying `new Function`, which violates the CSP.
  Object.assign(window, { __zod_globalConfig: { jitless: true } });

  // Choose the tabs of row B2. The cookie is only a hint for display.
  const signedIn = () => {
    const hint = /(?:^|; )signed_in=([^;]*)/.exec(document.cookie);
    return hint ? (hint[1] === 'guest' ? 'guest' : 'learner') : 'none';
  };
  const shownFor = signedIn();
  state().auth = shownFor;
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && signedIn() !== shownFor) location.reload();
  });

  // Browsers that block storage throw on access.
  const accessStorage = (storage: () => Storage, key: string, value?: string) => {
    try {
      if (value !== undefined) storage().setItem(key, value);
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const theme = accessStorage(() => localStorage, 'theme');
  if (theme) state().theme = theme;
  const changeTheme = () => {
    const currentTheme = state().theme;
    const isDark = currentTheme ? currentTheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    const chosen = isDark ? 'light' : 'dark';
    state().theme = chosen;
    accessStorage(() => localStorage, 'theme', chosen);
  };

  // Row B4: after a navigation, the header keeps its look until the visitor scrolls the new page.
  let looksScrolled = accessStorage(() => sessionStorage, 'scrolled') === 'yes';
  let keepsLook = looksScrolled;
  const updateHeader = () => {
    const isPast = scrollY > 30;
    if (isPast) keepsLook = false;
    looksScrolled = isPast || keepsLook;
    if (looksScrolled) state().scrolled = '';
    else delete state().scrolled;
    accessStorage(() => sessionStorage, 'scrolled', looksScrolled ? 'yes' : 'no');
  };
  updateHeader();
  addEventListener('scroll', updateHeader, { passive: true });

  // Show menus in browsers without popovers (Safari 16, Firefox 115).
  const hasPopovers = 'popover' in HTMLElement.prototype;
  const togglePopover = (pressed: Element) => {
    const opener = pressed.closest('[popovertarget]');
    const chosen = opener && document.getElementById(opener.getAttribute('popovertarget') ?? '');
    for (const popover of document.querySelectorAll('[popover]'))
      popover.toggleAttribute('data-open', popover === chosen && !popover.hasAttribute('data-open'));
  };

  // While offline, stop links to other pages: the browser would replace this page with its error page.
  const hasOfflineLessons = () => accessStorage(() => localStorage, 'offline-lessons') !== null;
  const showConnection = () => {
    for (const notice of document.querySelectorAll<HTMLElement>('[data-when-offline]'))
      notice.hidden = navigator.onLine || location.pathname.endsWith('/offline');
    for (const link of document.querySelectorAll<HTMLElement>('[data-when-lessons-saved]'))
      link.hidden = !hasOfflineLessons();
  };
  addEventListener('online', showConnection);
  addEventListener('offline', showConnection);
  const stayOnPage = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (navigator.onLine || !link || link.origin !== location.origin) return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    // Let the browser itself open the offline page: the service worker does not serve it to Next's router.
    if (link.pathname.endsWith('/offline') && hasOfflineLessons()) event.stopPropagation();
    else event.preventDefault();
  };
  document.addEventListener('click', stayOnPage, true);

  // Store the choice for one year. proxy.ts reads the cookie only at the address without a path (row A1).
  const chooseLanguage = (link: HTMLAnchorElement) => {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `NEXT_LOCALE=${link.hreflang}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    // Keep the query and hash, unless the link leads to the article list because the article is not translated.
    const isSamePage = link.pathname.split('/').length === location.pathname.split('/').length;
    if (!window.reactListens && isSamePage) {
      link.search = location.search;
      link.hash = location.hash;
    }
  };

  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-changes-theme]')) changeTheme();
    if (!hasPopovers) togglePopover(target);
    const language = target.closest<HTMLAnchorElement>('#languages a[hreflang]');
    if (language) chooseLanguage(language);
    const button = target.closest<HTMLElement>('button[type=button]');
    if (button && !window.reactListens && !button.matches('[popovertarget], [data-changes-theme], [data-consent]'))
      (window.earlyPresses ??= new Set()).add(button);
  });

  document.addEventListener('input', ({ target }) => {
    if (window.reactListens || !target) return;
    const fields = (window.earlyFields ??= new Map());
    fields.delete(target);
    fields.set(target, [...document.forms].indexOf((target as HTMLInputElement).form!));
  });

  document.addEventListener('submit', (event) => {
    const form = event.target;
    // The browser would put the fields of a form without action and method into the URL.
    const hasTarget = form instanceof Element && (form.hasAttribute('action') || form.hasAttribute('method'));
    // While offline, the browser would replace this page, and what was typed, with its error page.
    if (!hasTarget || !navigator.onLine) event.preventDefault();
  });

  // Runs again after each client-side navigation.
  const startContent = () => {
    // The router has not scrolled the new page to the top yet.
    keepsLook = looksScrolled;
    if (looksScrolled) state().scrolled = '';
    showConnection();
    for (const counted of document.querySelectorAll<HTMLElement>('[data-counts-view]')) {
      const call = counted.dataset.countsView ?? '';
      counted.removeAttribute('data-counts-view');
      fetch(call, { method: 'POST', keepalive: true }).catch(() => undefined);
    }
    for (const bar of document.querySelectorAll<HTMLElement>('[data-away-while]')) {
      const watched = document.getElementById(bar.dataset.awayWhile ?? '');
      if (watched)
        new IntersectionObserver((entries) => {
          bar.inert = entries.at(-1)?.isIntersecting ?? false;
        }).observe(watched);
    }
  };
  document.addEventListener('DOMContentLoaded', startContent);
  document.addEventListener('navigated', startContent);
}

export const headScript = `(${startPage.toString()})()`;
