import { removeStored, writeStored } from '../../_storage/browser-storage';
import { offlineFlag } from '../../_session/shown-user';
import { answerOf, transact, type Owner, type SavedLesson, type Sealed } from './database';
import { newKey, unseal, unsealJson } from './sealing';
import { shellCache } from './shell-cache';
import type { Contact } from './terms';
import type { Language } from '@/lib/language';

/** What of a lesson is read only to play it. */
export interface LessonDetails {
  courseTitle: string;
  name: string;
  playlist: string;
  durationSeconds: number;
  watermark: string | null;
  /** Absent in what was downloaded before it was sent. */
  spokenLanguage?: Language | null;
  captions: Array<{ lang: Language; label: string; vtt: string }>;
}

export const readOwner = (): Promise<Owner | undefined> => transact('readonly', ({ owner }) => answerOf<Owner | undefined>(owner.get('owner')));

export const listLessons = async (): Promise<SavedLesson[]> => {
  const lessons = await transact('readonly', (stores) => answerOf<SavedLesson[]>(stores.lessons.getAll()));
  return lessons.sort((one, other) => other.savedAtMs - one.savedAtMs);
};

export const findLesson = (id: string): Promise<SavedLesson | undefined> => transact('readonly', ({ lessons }) => answerOf<SavedLesson | undefined>(lessons.get(id)));

/** The device's person and key. Another person's lessons are removed first. */
export async function claimDevice(userId: string, contact: Contact): Promise<Owner> {
  const known = await readOwner();
  if (known && known.userId !== userId) await removeEverything();
  const owner: Owner = { userId, key: known?.userId === userId ? known.key : await newKey(), ...contact };
  await transact('readwrite', (stores) => void stores.owner.put(owner, 'owner'));
  writeStored(offlineFlag, '1');
  return owner;
}

/** What was removed meanwhile does not come back. */
export const saveContact = ({ userId }: Owner, contact: Contact): Promise<void> =>
  transact('readwrite', async (stores) => {
    const owner = await answerOf<Owner | undefined>(stores.owner.get('owner'));
    if (owner?.userId === userId) stores.owner.put({ ...owner, ...contact }, 'owner');
  });

/** While a download may go on. */
export const savePosition = (id: string, positionSeconds: number): Promise<void> =>
  transact('readwrite', async ({ lessons }) => {
    const lesson = await answerOf<SavedLesson | undefined>(lessons.get(id));
    if (lesson) lessons.put({ ...lesson, positionSeconds });
  });

export const saveLesson = (lesson: SavedLesson): Promise<void> => transact('readwrite', ({ lessons }) => void lessons.put(lesson));

const partsOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** The offsets of the parts that are there. */
export const listParts = async (id: string): Promise<Set<number>> => {
  const keys = await transact('readonly', ({ parts }) => answerOf(parts.getAllKeys(partsOf(id))));
  return new Set((keys as Array<[string, number]>).map(([, offset]) => offset));
};

/** Parts and how much of the lesson is there now, together or not at all. @throws when the lesson was removed meanwhile */
export const saveParts = (lesson: SavedLesson, sealed: ReadonlyArray<readonly [offset: number, part: Sealed]>): Promise<void> =>
  transact('readwrite', async ({ lessons, parts }) => {
    if (!(await answerOf(lessons.getKey(lesson.id)))) throw new Error(`${lesson.id} was removed`);
    for (const [offset, part] of sealed) parts.put(part, [lesson.id, offset]);
    lessons.put(lesson);
  });

export const placeOf = ({ id, video, quality }: Pick<SavedLesson, 'id' | 'video' | 'quality'>, offset: number | 'details'): string => [id, video, quality, offset].join('\n');

/** @throws when it is not there, or not this owner's */
export async function readPart({ key }: Owner, lesson: SavedLesson, offset: number): Promise<ArrayBuffer> {
  const sealed = await transact('readonly', ({ parts }) => answerOf<Sealed | undefined>(parts.get([lesson.id, offset])));
  if (!sealed) throw new Error(`No part at ${offset}`);
  return unseal(key, placeOf(lesson, offset), sealed);
}

export const readDetails = ({ key }: Owner, lesson: SavedLesson): Promise<LessonDetails> => unsealJson(key, placeOf(lesson, 'details'), lesson.details);

/** A lesson without parts yet. */
export const replaceLesson = (lesson: SavedLesson): Promise<void> =>
  transact('readwrite', ({ lessons, parts }) => {
    parts.delete(partsOf(lesson.id));
    lessons.put(lesson);
  });

export async function removeLesson(id: string): Promise<void> {
  await transact('readwrite', ({ lessons, parts }) => {
    lessons.delete(id);
    parts.delete(partsOf(id));
  });
  if ((await listLessons()).length === 0) await removeEverything();
}

/** Lessons, key, offline page and service worker. */
export async function removeEverything(): Promise<void> {
  removeStored(offlineFlag);
  await transact('readwrite', (stores) => { for (const store of Object.values(stores)) store.clear(); });
  await caches.delete(shellCache);
  await (await navigator.serviceWorker.getRegistration('/'))?.unregister();
}
