/**
 * Row N18. Registered on devices that have downloaded a lesson. It changes nothing while there is a network: pages come
 * from it, and everything else passes by. When a page cannot be fetched, the stored offline page takes its place.
 */
const shellCache = 'offline-shell';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  // With preload a page is asked for while the worker starts.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (isOfShell(request)) event.respondWith(readShell(request));
});

/** Files of the offline page, and fonts that its styles name. */
function isOfShell({ url, referrer, destination }) {
  if (!referrer || new URL(url).origin !== self.location.origin || !/^\/(?:_next\/static|assets)\//.test(new URL(url).pathname)) return false;
  return /^\/\w+\/offline$/.test(new URL(referrer).pathname) || destination === 'font';
}

async function readShell(request) {
  const stored = await caches.match(request, { cacheName: shellCache, ignoreVary: true });
  return stored ?? fetch(request);
}

async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const cache = await caches.open(shellCache);
    const shell = (await cache.keys()).find(({ url }) => /^\/\w+\/offline$/.test(new URL(url).pathname));
    if (!shell) return Response.error();
    const wanted = new URL(request.url).pathname;
    const path = new URL(shell.url).pathname;
    if (wanted === path) return (await cache.match(shell, { ignoreVary: true })) ?? Response.error();
    return Response.redirect(`${path}?wanted=${encodeURIComponent(wanted)}`);
  }
}
