import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { contact, noteOpenPage, type ContactOutcome } from '../contact';
import { isClosed, type SavedLesson } from '../store/database';
import { listLessons, readDetails, readOwner, removeEverything, removeLesson, type LessonDetails } from '../store/lessons';
import { standingOf, type Standing } from '../store/terms';

export interface Entry { saved: SavedLesson; details: LessonDetails; standing: Standing }

export type Shelf = { phase: 'loading' } | { phase: 'unsupported' } | { phase: 'failed' } | { phase: 'ready'; entries: Entry[]; wasRemoved: boolean };

const minuteMs = 60_000;
const contactEveryMs = 10 * minuteMs;
/** A network that is there and answers nothing must not hold up what is on the device. */
const patienceMs = 4000;

const within = <Value>(work: Promise<Value>): Promise<Value | null> =>
  Promise.race([work, new Promise<null>((resolve) => { setTimeout(() => resolve(null), patienceMs); })]);

const faultOf = (error: unknown): Shelf => ({ phase: isClosed(error) ? 'failed' : 'unsupported' });

async function readEntries(): Promise<Entry[]> {
  const owner = await readOwner();
  if (!owner) return [];
  const entries = await Promise.all((await listLessons()).map(async (saved): Promise<Entry | null> => {
    const details = await readDetails(owner, saved).catch(() => null);
    return details && { saved, details, standing: standingOf(saved, owner, Date.now()) };
  }));
  return entries.filter((entry) => entry !== null);
}

/**
 * What this device has. The service is asked at the start, every ten minutes, and when the network returns; the time is noted every minute.
 * @param onRead is given what is there at the start
 */
export function useSavedLessons(onRead: (entries: readonly Entry[]) => void) {
  const [shelf, setShelf] = useState<Shelf>({ phase: 'loading' });
  const reportRead = useEffectEvent(onRead);

  const show = useCallback(async (outcome: ContactOutcome | null) => {
    const entries = await readEntries();
    setShelf({ phase: 'ready', entries, wasRemoved: outcome === 'removed' });
    return entries;
  }, []);
  const ask = useCallback(async () => show(await within(contact())), [show]);
  const remove = useCallback(async (id: string) => { await removeLesson(id); await show(null); }, [show]);
  const removeAll = useCallback(async () => { await removeEverything(); await show(null); }, [show]);

  useEffect(() => {
    let askedAtMs = Date.now();
    const update = () => { askedAtMs = Date.now(); ask().catch((error: unknown) => setShelf(faultOf(error))); };
    const tick = setInterval(() => {
      if (!navigator.onLine || Date.now() - askedAtMs >= contactEveryMs) update();
      else noteOpenPage().catch(() => undefined);
    }, minuteMs);
    readEntries().then((entries) => {
      setShelf({ phase: 'ready', entries, wasRemoved: false });
      reportRead(entries);
      update();
    }, (error: unknown) => setShelf(faultOf(error)));
    window.addEventListener('online', update);
    return () => { clearInterval(tick); window.removeEventListener('online', update); };
  }, [ask]);

  return { shelf, ask, remove, removeAll };
}
