/**
 * Row N18. Registered on devices that have downloaded a lesson. It changes nothing while there is a network: pages come
 * from it, and everything else passes by. When a page cannot be fetched, the stored offline page takes its place.
 */
const shellCache = 'offline-shell';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  // Firefox fails a navigation whose preload fails, whatever is answered here. An earlier worker switched it on.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.disable()]));
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
  return isOfflinePage(new URL(referrer)) || destination === 'font';
}

const isOfflinePage = ({ pathname }) => /^\/\w+\/offline$/.test(pathname);

async function readShell(request) {
  const stored = await caches.match(request, { cacheName: shellCache, ignoreVary: true });
  return stored ?? fetch(request);
}

async function openPage({ request }) {
  const cache = await caches.open(shellCache);
  const { pathname } = new URL(request.url);
  const stored = isOfflinePage({ pathname }) ? await cache.match(pathname, { ignoreVary: true }) : undefined;
  if (stored) return newestInTime(request, stored);
  try {
    return await fetch(request);
  } catch {
    const shell = (await cache.keys()).map(({ url }) => new URL(url)).find(isOfflinePage);
    return shell ? Response.redirect(`${shell.pathname}?wanted=${encodeURIComponent(pathname)}`) : Response.error();
  }
}

/** A network that is there and answers nothing must not hold up what is on the device. */
const patienceMs = 4000;

async function newestInTime(request, stored) {
  const late = new Promise((resolve) => { setTimeout(resolve, patienceMs, stored); });
  const answer = await Promise.race([fetch(request).catch(() => stored), late]);
  return answer.ok ? answer : stored;
}
