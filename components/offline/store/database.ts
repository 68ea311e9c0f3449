import type { Contact } from './terms';

export interface EncryptedData {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** The device's one learner. The key is not extractable, so even the page's scripts cannot read it. */
export interface Owner extends Contact {
  userId: string;
  key: CryptoKey;
}

export type OfflineQuality = '240p' | 'audio';

export interface SavedLesson {
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
  details: EncryptedData;
}

export const lessonId = (courseSlug: string, lesson: string): string => `${courseSlug}/${lesson}`;

export const isComplete = ({ savedBytes, bytes }: Pick<SavedLesson, 'savedBytes' | 'bytes'>): boolean =>
  savedBytes >= bytes;

const storeNames = ['owner', 'lessons', 'parts'] as const;
type StoreName = (typeof storeNames)[number];
type Stores = Record<StoreName, IDBObjectStore>;

let opening: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('offline-lessons', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('owner');
      request.result.createObjectStore('lessons', { keyPath: 'id' });
      // Keyed by `[lesson id, byte offset]`.
      request.result.createObjectStore('parts');
    };
    request.onsuccess = () => {
      const database = request.result;
      // Signing out in another tab deletes the database (Clear-Site-Data).
      database.onclose = database.onversionchange = () => {
        database.close();
        opening = null;
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

export const requestResult = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });

/** Errors that mean that the browser closed the database. Safari and phones do so, mostly without a `close` event. */
const closedByBrowser = new Set(['InvalidStateError', 'UnknownError', 'AbortError', 'TimeoutError']);

class Aborted extends Error {}

export const isClosedError = (error: unknown): boolean =>
  error instanceof Aborted || (error instanceof DOMException && closedByBrowser.has(error.name));

async function tryTransaction<Value>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Value> | Value,
): Promise<Value> {
  const transaction = database.transaction(storeNames, mode);
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Aborted('The browser ended the transaction.'));
  });
  const stores = Object.fromEntries(storeNames.map((name) => [name, transaction.objectStore(name)])) as Stores;
  const [value] = await Promise.all([work(stores), done]);
  return value;
}

/** Resolves once the data is on disk. Runs `work` again if the browser had closed the database. */
export async function runTransaction<Value>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Value> | Value,
): Promise<Value> {
  const used = openDatabase();
  try {
    return await tryTransaction(await used, mode, work);
  } catch (error) {
    if (!isClosedError(error)) throw error;
    // Another transaction may already have reopened it.
    if (opening === used) opening = null;
    await used.then(
      (database) => database.close(),
      () => undefined,
    );
    return tryTransaction(await openDatabase(), mode, work);
  }
}
