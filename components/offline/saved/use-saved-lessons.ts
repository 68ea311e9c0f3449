import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type ContactOutcome, contactServer, recordPageOpen } from '@/components/offline/contact-server';
import { isClosedError, type SavedLesson } from '@/components/offline/store/database';
import {
  type LessonDetails,
  listLessons,
  readDetails,
  readOwner,
  removeAllLessons,
  removeLesson,
} from '@/components/offline/store/lessons';
import { type LessonAvailability, lessonAvailability } from '@/components/offline/store/terms';

export interface SavedLessonEntry {
  saved: SavedLesson;
  details: LessonDetails;
  availability: LessonAvailability;
}

export type Shelf =
  | { phase: 'loading' }
  | { phase: 'unsupported' }
  | { phase: 'failed' }
  | { phase: 'ready'; entries: SavedLessonEntry[]; wasRemoved: boolean };

const minuteMs = 60_000;
const contactEveryMs = 10 * minuteMs;
/** Show the stored lessons after this time, even if the server has not answered. */
const patienceMs = 4000;

const withTimeout = <Value>(work: Promise<Value>): Promise<Value | null> =>
  Promise.race([
    work,
    new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), patienceMs);
    }),
  ]);

const failedShelf = (error: unknown): Shelf => ({ phase: isClosedError(error) ? 'failed' : 'unsupported' });

async function readEntries(): Promise<SavedLessonEntry[]> {
  const owner = await readOwner();
  if (!owner) return [];
  const entries = await Promise.all(
    (await listLessons()).map(async (saved): Promise<SavedLessonEntry | null> => {
      const details = await readDetails(owner, saved).catch(() => null);
      return details && { saved, details, availability: lessonAvailability(saved, owner, Date.now()) };
    }),
  );
  return entries.filter((entry) => entry !== null);
}

export function useSavedLessons(onRead: (entries: readonly SavedLessonEntry[]) => void) {
  const [shelf, setShelf] = useState<Shelf>({ phase: 'loading' });
  const reportRead = useEffectEvent(onRead);

  const show = useCallback(async (outcome: ContactOutcome | null) => {
    const entries = await readEntries();
    setShelf({ phase: 'ready', entries, wasRemoved: outcome === 'removed' });
    return entries;
  }, []);
  const refreshShelf = useCallback(async () => show(await withTimeout(contactServer())), [show]);
  const remove = useCallback(
    async (id: string) => {
      await removeLesson(id);
      await show(null);
    },
    [show],
  );
  const removeAll = useCallback(async () => {
    await removeAllLessons();
    await show(null);
  }, [show]);

  useEffect(() => {
    let askedAtMs = Date.now();
    const update = () => {
      askedAtMs = Date.now();
      refreshShelf().catch((error: unknown) => setShelf(failedShelf(error)));
    };
    const tick = setInterval(() => {
      if (!navigator.onLine || Date.now() - askedAtMs >= contactEveryMs) update();
      else recordPageOpen().catch(() => undefined);
    }, minuteMs);
    readEntries().then(
      (entries) => {
        setShelf({ phase: 'ready', entries, wasRemoved: false });
        reportRead(entries);
        update();
      },
      (error: unknown) => setShelf(failedShelf(error)),
    );
    window.addEventListener('online', update);
    return () => {
      clearInterval(tick);
      window.removeEventListener('online', update);
    };
  }, [refreshShelf]);

  return { shelf, refreshShelf, remove, removeAll };
}
