declare global {
  interface Window {
    dataLayer?: unknown[];
    /** Read by the measuring script before it sends. */
    [isOff: `ga-disable-${string}`]: boolean;
  }
}

/** The page counted last. */
let cameFrom: string | null = null;

/**
 * Counts the public page that is shown. Loads the measuring script with the first one; its host is in the page's policy only when a measurement id
 * is configured.
 * @param path without query and fragment: those may hold what is typed, or a secret
 */
export function countVisit(measurementId: string, path: string): void {
  const isFirst = !window.dataLayer;
  window[`ga-disable-${measurementId}`] = false;
  const page_location = location.origin + path;
  const page = { page_location, page_referrer: cameFrom ?? siteCameFrom() };
  cameFrom = page_location;
  // For whatever else the script sends while this page is shown.
  tag('set', page);
  if (isFirst) load(measurementId);
  tag('event', 'page_view', { ...page, send_to: measurementId });
}

/** The page before may be one of ours with a secret in its address, so only its site is named. */
const siteCameFrom = (): string => `${new URL(document.referrer || location.href).origin}/`;

// The script distinguishes commands from data by their being an `arguments` object.
function tag(..._command: unknown[]): void {
  // eslint-disable-next-line prefer-rest-params
  (window.dataLayer ??= []).push(arguments);
}

function load(measurementId: string): void {
  tag('js', new Date());
  tag('config', measurementId, { anonymize_ip: true, send_page_view: false });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
  document.head.append(script);
}
