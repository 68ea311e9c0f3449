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

/** A store that is broken, or refused by now, costs nothing that the network has. */
async function readStore(request) {
  try {
    return await caches.match(request, { cacheName: shellCache, ignoreVary: true });
  } catch {
    return undefined;
  }
}

const readShell = async (request) => (await readStore(request)) ?? fetch(request);

async function findShell() {
  const cache = await caches.open(shellCache);
  return (await cache.keys()).map(({ url }) => new URL(url)).find(isOfflinePage);
}

async function openPage({ request }) {
  const { pathname } = new URL(request.url);
  const stored = isOfflinePage({ pathname }) ? await readStore(pathname) : undefined;
  if (stored) return newestInTime(request, stored);
  try {
    return await fetch(request);
  } catch {
    const shell = await findShell().catch(() => undefined);
    return shell ? Response.redirect(`${shell.pathname}?wanted=${encodeURIComponent(pathname)}`) : Response.error();
  }
}

/** Lessons offline are switched off: nothing of them stays. */
async function leave() {
  await Promise.all([caches.delete(shellCache), self.registration.unregister(), self.indexedDB.deleteDatabase('offline-lessons')]);
}

/** Every page of the site has a policy; a proxy in front of it that finds no site answers 404 without one. */
const saysItIsGone = ({ status, headers }) => status === 404 && headers.has('content-security-policy');

/** A network that is there and answers nothing must not hold up what is on the device. */
const patienceMs = 4000;

async function newestInTime(request, stored) {
  const late = new Promise((resolve) => { setTimeout(resolve, patienceMs, stored); });
  const answer = await Promise.race([fetch(request).catch(() => stored), late]);
  if (saysItIsGone(answer)) {
    await leave().catch(() => undefined);
    return answer;
  }
  return answer.ok ? answer : stored;
}
