declare global {
  interface Window {
    visits?: {
      /** Call after a navigation: shows the consent question until it is answered, and counts the page view. */
      follow: (path: string) => void;
      readAnswer: () => string | null;
    };
    dataLayer?: unknown[];
    /** Read by Google's script before each hit. */
    [isOff: `ga-disable-${string}`]: boolean;
  }
}

/** Row O3: loads nothing before consent. It is inlined as source text, so it cannot refer to anything outside itself. */
export function startVisits(measurementId: string): void {
  const key = 'visit-measurement';
  let shownPath = location.pathname;
  let countedUrl: string | null = null;
  let answer: string | null = null;
  // If the browser blocks storage, keep the answer for as long as the page is open.
  const readAnswer = () => {
    try {
      return localStorage.getItem(key) ?? answer;
    } catch {
      return answer;
    }
  };
  const storeAnswer = (chosen: string) => {
    answer = chosen;
    try {
      localStorage.setItem(key, chosen);
    } catch {
      // The variable `answer` keeps the value.
    }
  };

  // gtag.js recognises commands only as `arguments` objects, not as arrays.
  const pushCommand = function (..._command: unknown[]) {
    // eslint-disable-next-line prefer-rest-params
    (window.dataLayer ??= []).push(arguments);
  };
  const loadGtag = () => {
    pushCommand('js', new Date());
    pushCommand('config', measurementId, { anonymize_ip: true, send_page_view: false });
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
    document.head.append(script);
  };
  const count = () => {
    window[`ga-disable-${measurementId}`] = false;
    // Omit query and fragment, which may contain secrets. For a referrer on another site, report only the origin.
    const page_location = location.origin + shownPath;
    if (page_location === countedUrl) return;
    const page = {
      page_location,
      page_referrer: countedUrl ?? `${new URL(document.referrer || location.href).origin}/`,
    };
    countedUrl = page_location;
    const isFirst = !window.dataLayer;
    // Also set the page for events that Google's script sends on its own.
    pushCommand('set', page);
    if (isFirst) loadGtag();
    pushCommand('event', 'page_view', { ...page, send_to: measurementId });
  };

  /** Tries all domains: Google sets its cookies on the widest one allowed, which a page cannot look up. */
  const removeCookies = () => {
    const names = document.cookie
      .split('; ')
      .map((cookie) => cookie.replace(/=.*/, ''))
      .filter((name) => /^_(ga|gid|gat)(_|$)/.test(name));
    const labels = location.hostname.split('.');
    const places = ['', ...labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`)];
    for (const name of names) for (const place of places) document.cookie = `${name}=; path=/; max-age=0${place}`;
  };

  const show = () => {
    const question = document.getElementById('consent');
    if (question) question.hidden = readAnswer() !== null;
    if (question && readAnswer() === 'yes') count();
    else window[`ga-disable-${measurementId}`] = true;
  };
  document.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element && target.closest<HTMLElement>('[data-consent]')?.dataset.consent;
    if (!chosen) return;
    storeAnswer(chosen);
    if (chosen === 'no') removeCookies();
    show();
    window.dispatchEvent(new Event(key));
  });
  addEventListener('storage', show);
  window.visits = {
    follow: (path) => {
      shownPath = path;
      show();
    },
    readAnswer,
  };
  document.addEventListener('DOMContentLoaded', show);
}
