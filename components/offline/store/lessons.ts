import { offlineFlag } from '@/components/session/shown-user';
import { removeFromStorage, writeStorage } from '@/components/storage/browser-storage';
import type { Language } from '@/lib/language';
import { type EncryptedData, type Owner, requestResult, runTransaction, type SavedLesson } from './database';
import { shellCache } from './shell-cache';
import type { Contact } from './terms';

export interface LessonDetails {
  courseTitle: string;
  name: string;
  playlist: string;
  durationSeconds: number;
  watermark: string | null;
  /** Absent from downloads made before this field existed. */
  spokenLanguage?: Language | null;
  captions: Array<{ lang: Language; label: string; vtt: string }>;
}

export const readOwner = (): Promise<Owner | undefined> =>
  runTransaction('readonly', ({ owner }) => requestResult<Owner | undefined>(owner.get('owner')));

export const listLessons = async (): Promise<SavedLesson[]> => {
  const lessons = await runTransaction('readonly', (stores) => requestResult<SavedLesson[]>(stores.lessons.getAll()));
  return lessons.sort((one, other) => other.savedAtMs - one.savedAtMs);
};

export const findLesson = (id: string): Promise<SavedLesson | undefined> =>
  runTransaction('readonly', ({ lessons }) => requestResult<SavedLesson | undefined>(lessons.get(id)));

export async function claimDevice(userId: string, contact: Contact): Promise<Owner> {
  const currentOwner = await readOwner();
  if (currentOwner && currentOwner.userId !== userId) await removeAllLessons();
  const owner: Owner = {
    userId,
    key: currentOwner?.userId === userId ? currentOwner.key : await generateKey(),
    ...contact,
  };
  await runTransaction('readwrite', (stores) => void stores.owner.put(owner, 'owner'));
  writeStorage(offlineFlag, '1');
  return owner;
}

export const saveContact = ({ userId }: Owner, contact: Contact): Promise<void> =>
  runTransaction('readwrite', async (stores) => {
    const owner = await requestResult<Owner | undefined>(stores.owner.get('owner'));
    if (owner?.userId === userId) stores.owner.put({ ...owner, ...contact }, 'owner');
  });

/** Updates only the position, because a download may be writing the same lesson. */
export const savePosition = (id: string, positionSeconds: number): Promise<void> =>
  runTransaction('readwrite', async ({ lessons }) => {
    const lesson = await requestResult<SavedLesson | undefined>(lessons.get(id));
    if (lesson) lessons.put({ ...lesson, positionSeconds });
  });

export const saveLesson = (lesson: SavedLesson): Promise<void> =>
  runTransaction('readwrite', ({ lessons }) => void lessons.put(lesson));

const partsOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

export const listParts = async (id: string): Promise<Set<number>> => {
  const keys = await runTransaction('readonly', ({ parts }) => requestResult(parts.getAllKeys(partsOf(id))));
  return new Set((keys as Array<[string, number]>).map(([, offset]) => offset));
};

/** @throws Error if the lesson has been removed since */
export const saveParts = (
  lesson: SavedLesson,
  sealed: ReadonlyArray<readonly [offset: number, part: EncryptedData]>,
): Promise<void> =>
  runTransaction('readwrite', async ({ lessons, parts }) => {
    if (!(await requestResult(lessons.getKey(lesson.id)))) throw new Error(`${lesson.id} was removed`);
    for (const [offset, part] of sealed) parts.put(part, [lesson.id, offset]);
    lessons.put(lesson);
  });

export const placeOf = (
  { id, video, quality }: Pick<SavedLesson, 'id' | 'video' | 'quality'>,
  offset: number | 'details',
): string => [id, video, quality, offset].join('\n');

/** @throws Error if the part is missing or encrypted with another key */
export async function readPart({ key }: Owner, lesson: SavedLesson, offset: number): Promise<ArrayBuffer> {
  const sealed = await runTransaction('readonly', ({ parts }) =>
    requestResult<EncryptedData | undefined>(parts.get([lesson.id, offset])),
  );
  if (!sealed) throw new Error(`No part at ${offset}`);
  return decrypt(key, placeOf(lesson, offset), sealed);
}

export const readDetails = ({ key }: Owner, lesson: SavedLesson): Promise<LessonDetails> =>
  decryptJson(key, placeOf(lesson, 'details'), lesson.details);

export const replaceLesson = (lesson: SavedLesson): Promise<void> =>
  runTransaction('readwrite', ({ lessons, parts }) => {
    parts.delete(partsOf(lesson.id));
    lessons.put(lesson);
  });

export async function removeLesson(id: string): Promise<void> {
  await runTransaction('readwrite', ({ lessons, parts }) => {
    lessons.delete(id);
    parts.delete(partsOf(id));
  });
  if ((await listLessons()).length === 0) await removeAllLessons();
}

export async function removeAllLessons(): Promise<void> {
  removeFromStorage(offlineFlag);
  await runTransaction('readwrite', (stores) => {
    for (const store of Object.values(stores)) store.clear();
  });
  await caches.delete(shellCache);
  await (await navigator.serviceWorker.getRegistration('/'))?.unregister();
}

const name = 'AES-GCM';

export const generateKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name, length: 256 }, false, ['encrypt', 'decrypt']);

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** @param place identifies the data; decryption fails under another place */
export async function encrypt(key: CryptoKey, place: string, data: BufferSource): Promise<EncryptedData> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name, iv, additionalData: bytesOf(place) }, key, data) };
}

/** @throws DOMException `OperationError` if data, place or key do not match */
export const decrypt = (key: CryptoKey, place: string, { iv, data }: EncryptedData): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name, iv, additionalData: bytesOf(place) }, key, data);

export const encryptJson = (key: CryptoKey, place: string, value: unknown): Promise<EncryptedData> =>
  encrypt(key, place, bytesOf(JSON.stringify(value)));

export const decryptJson = async <Value>(key: CryptoKey, place: string, sealed: EncryptedData): Promise<Value> =>
  JSON.parse(new TextDecoder().decode(await decrypt(key, place, sealed))) as Value;
