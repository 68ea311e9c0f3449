import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const origin = 'https://midan.example';
interface FetchEvent {
  request: Partial<Request> & { url: string };
  respondWith(answer: Promise<Response>): void;
}
type Network = (url: string) => Promise<Response>;

let stored: Map<string, Response>;
let network: Network;
let fetched: string[];
const preload = { disable: vi.fn(async () => undefined) };
const unregister = vi.fn(async () => true);
const deleteDatabase = vi.fn();

const createResponse = (text: string, url: string) => Object.defineProperty(new Response(text), 'url', { value: url });
const failOffline: Network = () => Promise.reject(new TypeError('no network'));
const hangForever: Network = () => new Promise(() => undefined);
let isBroken: boolean;
const assertStorageWorks = () => {
  if (isBroken) throw new DOMException('Internal error opening backing store', 'UnknownError');
};
const match = async (request: string | { url: string }) => {
  assertStorageWorks();
  return stored.get(new URL(typeof request === 'string' ? request : request.url, origin).pathname);
};

function startWorker(): Map<string, (event: unknown) => void> {
  const listeners = new Map<string, (event: unknown) => void>();
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    location: { origin },
    registration: { navigationPreload: preload, unregister },
    indexedDB: { deleteDatabase },
    clients: { claim: async () => undefined },
    skipWaiting: () => undefined,
  };
  const caches = {
    match,
    delete: async () => stored.clear(),
    open: async () => {
      assertStorageWorks();
      return { match, keys: async () => [...stored.keys()].map((path) => ({ url: origin + path })) };
    },
  };
  const fetch = (request: { url: string }) => {
    fetched.push(new URL(request.url).pathname);
    return network(request.url);
  };
  runInContext(
    readFileSync('public/sw.js', 'utf8'),
    createContext({
      self,
      caches,
      fetch,
      Response: Object.assign(Response, {}),
      URL,
      setTimeout,
      encodeURIComponent,
      Promise,
    }),
  );
  return listeners;
}

async function fetchAnswer(request: FetchEvent['request']): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined;
  startWorker().get('fetch')!({
    request: { method: 'GET', referrer: '', ...request },
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
  });
  return answer;
}
const navigate = async (path: string) => (await fetchAnswer({ url: origin + path, mode: 'navigate' }))!;

beforeEach(() => {
  vi.useFakeTimers();
  fetched = [];
  isBroken = false;
  stored = new Map([
    ['/ar/offline', createResponse('stored page', `${origin}/ar/offline`)],
    ['/_next/static/chunks/old.js', new Response('old script')],
  ]);
});
afterEach(() => vi.useRealTimers());

test('each page is loaded fresh while there is a network, including the saved lessons [N18]', async () => {
  network = async (url) => createResponse(`newest ${new URL(url).pathname}`, url);
  expect([await (await navigate('/ar/offline')).text(), await (await navigate('/ar/home')).text()]).toEqual([
    'newest /ar/offline',
    'newest /ar/home',
  ]);
});

test('a network that hangs or answers an error does not block the saved lessons [N18]', async () => {
  network = hangForever;
  const late = navigate('/ar/offline');
  await vi.advanceTimersByTimeAsync(4000);
  expect(await (await late).text()).toBe('stored page');
  stored.set('/ar/offline', createResponse('stored page', `${origin}/ar/offline`));
  network = async () => new Response('bad gateway', { status: 502 });
  expect(await (await navigate('/ar/offline')).text()).toBe('stored page');
  expect((await navigate('/ar/home')).status, 'other pages get the network’s response').toBe(502);
});

test('each page redirects to the saved lessons without a network, and their stored page loads its own scripts [N18]', async () => {
  network = failOffline;
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url) => new Response(null, { status: 302, headers: { location: String(url) } }),
  );
  expect((await navigate('/ar/course/nextjs/02.mp4')).headers.get('location')).toBe(
    '/ar/offline?wanted=%2Far%2Fcourse%2Fnextjs%2F02.mp4',
  );
  expect(await (await navigate('/ar/offline')).text()).toBe('stored page');
  const script = await fetchAnswer({
    url: `${origin}/_next/static/chunks/old.js`,
    mode: 'cors',
    referrer: `${origin}/ar/offline`,
    destination: 'script',
  });
  expect(await script!.text()).toBe('old script');
});

test('broken or blocked storage does not prevent pages and scripts from loading over the network [N18]', async () => {
  isBroken = true;
  network = async (url) => createResponse(`newest ${new URL(url).pathname}`, url);
  expect([await (await navigate('/ar/offline')).text(), await (await navigate('/ar/home')).text()]).toEqual([
    'newest /ar/offline',
    'newest /ar/home',
  ]);
  const script = await fetchAnswer({
    url: `${origin}/_next/static/chunks/old.js`,
    mode: 'cors',
    referrer: `${origin}/ar/offline`,
    destination: 'script',
  });
  expect(await script!.text()).toBe('newest /_next/static/chunks/old.js');
  network = failOffline;
  expect((await navigate('/ar/home')).type).toBe('error');
});

test('API calls, forms and scripts of other pages are not intercepted [N18]', async () => {
  network = failOffline;
  for (const request of [
    { url: `${origin}/api/user/mona/open-lessons`, mode: 'cors' },
    { url: `${origin}/ar/login`, mode: 'navigate', method: 'POST' },
    { url: `${origin}/_next/static/chunks/old.js`, mode: 'cors', referrer: `${origin}/ar/home`, destination: 'script' },
  ] as Array<FetchEvent['request']>)
    expect(await fetchAnswer(request), request.url).toBeUndefined();
  expect(fetched).toEqual([]);
});

test('navigation preload is off, because in Firefox a failed preload fails the page [N18]', async () => {
  let done: Promise<unknown> | undefined;
  startWorker().get('activate')!({
    waitUntil: (work: Promise<unknown>) => {
      done = work;
    },
  });
  await done;
  expect(preload.disable).toHaveBeenCalledOnce();
});

test('the worker unregisters and deletes its data when the site answers that offline lessons are off [N18]', async () => {
  network = async () => createResponse('the home page, with its notice', `${origin}/ar/offline`);
  await navigate('/ar/offline');
  expect(unregister).not.toHaveBeenCalled();
  network = async () => new Response('404 page not found', { status: 404 });
  expect(await (await navigate('/ar/offline')).text(), '404 from a proxy').toBe('stored page');
  expect(unregister).not.toHaveBeenCalled();
  stored.set('/ar/offline', createResponse('stored page', `${origin}/ar/offline`));
  network = async () =>
    new Response('the home page, with its notice', {
      status: 404,
      headers: { 'content-security-policy': "default-src 'self'" },
    });
  expect((await navigate('/ar/offline')).status).toBe(404);
  expect([stored.size, unregister.mock.calls.length, deleteDatabase.mock.calls]).toEqual([0, 1, [['offline-lessons']]]);
});

test('a store that cannot be deleted does not break the page [N18]', async () => {
  deleteDatabase.mockImplementationOnce(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  network = async () =>
    new Response('the home page, with its notice', {
      status: 404,
      headers: { 'content-security-policy': "default-src 'self'" },
    });
  expect((await navigate('/ar/offline')).status).toBe(404);
});
