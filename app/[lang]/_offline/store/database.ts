import type { Contact } from './terms';

/** Bytes that only the owner's key opens. */
export interface Sealed { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** Whose lessons they are: one person a device. The key cannot be read out, not even by the page. */
export interface Owner extends Contact { userId: string; key: CryptoKey }

export type OfflineQuality = '240p' | 'audio';

export interface SavedLesson {
  /** `lessonId` */
  id: string;
  courseSlug: string;
  lesson: string;
  quality: OfflineQuality;
  video: string;
  bytes: number;
  savedBytes: number;
  savedAtMs: number;
  endsAtMs: number;
  positionSeconds: number;
  /** `LessonDetails`: titles, playlist and captions */
  details: Sealed;
}

export const lessonId = (courseSlug: string, lesson: string): string => `${courseSlug}/${lesson}`;

export const isComplete = ({ savedBytes, bytes }: Pick<SavedLesson, 'savedBytes' | 'bytes'>): boolean => savedBytes >= bytes;

const storeNames = ['owner', 'lessons', 'parts'] as const;
type StoreName = (typeof storeNames)[number];
type Stores = Record<StoreName, IDBObjectStore>;

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('offline-lessons', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('owner');
      request.result.createObjectStore('lessons', { keyPath: 'id' });
      // By lesson and offset: `[id, offset]`.
      request.result.createObjectStore('parts');
    };
    request.onsuccess = () => {
      const database = request.result;
      // Signing out in another tab deletes it (Clear-Site-Data).
      database.onclose = database.onversionchange = () => { database.close(); opening = null; };
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  }).catch((error: unknown) => { opening = null; throw error; });
  return opening;
}

export const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });

/**
 * Names of what a browser throws when it has closed the database by itself, as Safari and phones do in the background, mostly without the
 * `close` event. An aborted transaction without an error is one too.
 */
const closedByBrowser = new Set(['InvalidStateError', 'UnknownError', 'AbortError', 'TimeoutError']);

class Aborted extends Error {}

/** Whether trying again may help. */
export const isClosed = (error: unknown): boolean => error instanceof Aborted || (error instanceof DOMException && closedByBrowser.has(error.name));

async function run<Value>(database: IDBDatabase, mode: IDBTransactionMode, work: (stores: Stores) => Promise<Value> | Value): Promise<Value> {
  const transaction = database.transaction(storeNames, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Aborted('The browser ended the transaction.'));
  });
  const stores = Object.fromEntries(storeNames.map((name) => [name, transaction.objectStore(name)])) as Stores;
  const [value] = await Promise.all([work(stores), done]);
  return value;
}

/**
 * One transaction over all stores: resolves once it is on the disk. `work` waits for nothing but its requests, and runs again in a new
 * transaction when the browser had closed the database.
 */
export async function transact<Value>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<Value> | Value): Promise<Value> {
  const used = open();
  try {
    return await run(await used, mode, work);
  } catch (error) {
    if (!isClosed(error)) throw error;
    // Another transaction may have opened it again already.
    if (opening === used) opening = null;
    await used.then((database) => database.close(), () => undefined);
    return run(await open(), mode, work);
  }
}
