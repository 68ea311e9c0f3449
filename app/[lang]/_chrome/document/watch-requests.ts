const delayMs = 1000;

/**
 * Says true when some request is still in flight 1000 ms after the first began, false when all have ended (row B8).
 * What nobody waits for does not count: prefetches and requests with `keepalive`.
 * @returns a function that ends the watch
 */
export function watchRequests(show: (shown: boolean) => void): () => void {
  const original = window.fetch;
  let inFlight = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    inFlight += 1;
    if (inFlight === 1) timer = setTimeout(() => show(true), delayMs);
  };
  const end = () => {
    inFlight -= 1;
    if (inFlight > 0) return;
    clearTimeout(timer);
    show(false);
  };
  const watched: typeof fetch = (input, init) => {
    if (isBackground(input, init)) return original(input, init);
    begin();
    return original(input, init).finally(end);
  };
  window.fetch = watched;
  return () => {
    clearTimeout(timer);
    if (window.fetch === watched) window.fetch = original;
  };
}

function isBackground(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const request = input instanceof Request ? input : undefined;
  const headers = new Headers(init?.headers ?? request?.headers);
  const prefetch = headers.has('next-router-prefetch') || headers.has('next-router-segment-prefetch');
  return prefetch || init?.priority === 'low' || (init?.keepalive ?? request?.keepalive ?? false);
}
