/**
 * Row N18. Only devices with a downloaded lesson register this worker. Pages come from the network. If one cannot be
 * fetched, the worker redirects to the stored offline page. Other requests pass, except for that page's own files.
 */
const shellCache = 'offline-shell';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  // Disable preload, which an earlier version enabled: in Firefox a failed preload fails the whole navigation.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.disable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (isOfShell(request)) event.respondWith(readShell(request));
});

/** Matches files that the offline page requests, and fonts, whose referrer is a stylesheet. */
function isOfShell({ url, referrer, destination }) {
  if (!referrer || new URL(url).origin !== self.location.origin || !/^\/(?:_next\/static|assets)\//.test(new URL(url).pathname)) return false;
  return isOfflinePage(new URL(referrer)) || destination === 'font';
}

const isOfflinePage = ({ pathname }) => /^\/\w+\/offline$/.test(pathname);

/** Returns undefined if the browser broke or refused the cache, so that the network answers instead. */
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

/** Removes the stored page, the lessons and this worker, because offline lessons are switched off. */
async function leave() {
  await Promise.all([caches.delete(shellCache), self.registration.unregister(), self.indexedDB.deleteDatabase('offline-lessons')]);
}

/** Only the site's own 404 has a CSP. A proxy that cannot reach the site may answer 404 without one. */
const saysItIsGone = ({ status, headers }) => status === 404 && headers.has('content-security-policy');

/** Show the stored page after this time, even if the network has not answered. */
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
