declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Loads the measuring script once. Its host is in the page's policy only when a measurement id is configured. */
export function measureVisits(measurementId: string): void {
  if (window.dataLayer) return;
  const layer: unknown[] = (window.dataLayer = []);
  // The script distinguishes commands from data by their being an `arguments` object.
  function tag(..._command: unknown[]) {
    // eslint-disable-next-line prefer-rest-params
    layer.push(arguments);
  }
  tag('js', new Date());
  tag('config', measurementId, { anonymize_ip: true });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
  document.head.append(script);
}
