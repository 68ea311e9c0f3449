/** Must match the name in `public/sw.js`. */
export const shellCache = 'offline-shell';

const oneDayMs = 86_400_000;
const asset =
  /(?:\/_next\/)?(static\/(?:chunks|media)\/[\w./~-]+\.(?:js|css|woff2))|(\/assets\/[\w./-]+\.(?:woff2|svg))/g;

export function assetsIn(html: string): string[] {
  return [
    ...new Set([...html.matchAll(asset)].map(([, built, content]) => (built ? `/_next/${built}` : (content ?? '')))),
  ];
}

/** Skips the fetch if the cached page is younger than a day and in the same language. */
export async function saveShell(lang: string): Promise<void> {
  const url = `/${lang}/offline`;
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const cache = await caches.open(shellCache);
  const cachedPage = await cache.match(url);
  if (cachedPage && Date.now() - Date.parse(cachedPage.headers.get('date') ?? '') < oneDayMs) return;
  const page = await fetch(url, { cache: 'no-cache' });
  if (!page.ok) throw new Error(`The offline page answered ${page.status}`);
  const neededAssets = [...assetsIn(await page.clone().text())];
  const cachedAssets = new Map((await cache.keys()).map((request) => [new URL(request.url).pathname, request]));
  await cache.addAll(neededAssets.filter((path) => !cachedAssets.has(path)));
  await cache.put(url, page);
  await Promise.all(
    [...cachedAssets]
      .filter(([path]) => path !== url && !neededAssets.includes(path))
      .map(([, request]) => cache.delete(request)),
  );
}
