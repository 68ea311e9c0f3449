declare global {
  interface Window {
    dataLayer?: unknown[];
    /** Google's script reads it before each hit. */
    [isOff: `ga-disable-${string}`]: boolean;
  }
}

let cameFrom: string | null = null;

/**
 * The CSP allows Google's host only if a measurement id is configured.
 * @param path without query and fragment, which may contain secrets
 */
export function countVisit(measurementId: string, path: string): void {
  const isFirst = !window.dataLayer;
  window[`ga-disable-${measurementId}`] = false;
  const page_location = location.origin + path;
  const page = { page_location, page_referrer: cameFrom ?? siteCameFrom() };
  cameFrom = page_location;
  // Set the page for everything else that the script sends from it.
  pushGtagCommand('set', page);
  if (isFirst) loadGtag(measurementId);
  pushGtagCommand('event', 'page_view', { ...page, send_to: measurementId });
}

/** Report only the origin of the previous page: its URL may contain a secret. */
const siteCameFrom = (): string => `${new URL(document.referrer || location.href).origin}/`;

// gtag.js recognises commands only as `arguments` objects, not as arrays.
function pushGtagCommand(..._command: unknown[]): void {
  // eslint-disable-next-line prefer-rest-params
  (window.dataLayer ??= []).push(arguments);
}

function loadGtag(measurementId: string): void {
  pushGtagCommand('js', new Date());
  pushGtagCommand('config', measurementId, { anonymize_ip: true, send_page_view: false });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
  document.head.append(script);
}
