import { useMemo, useSyncExternalStore } from 'react';
import type { PlayerLesson } from '@/components/player/player-data';
import { readStorage, readStoredJson, removeFromStorage, writeStorage } from '@/components/storage/browser-storage';
import { createProgressReporter } from './progress-reporter';

interface LocalPosition {
  seconds: number;
  atMs: number;
}
interface Owner {
  userId: string;
  courseSlug: string;
  file: string;
}

/** Last positions of lessons in this tab, which may be newer than the router's cached pages. */
const lastPositions = new Map<string, LocalPosition>();

const keyOf = ({ userId, courseSlug, file }: Owner) => `${userId} ${courseSlug} ${file}`;

export const storePosition = (owner: Owner, place: LocalPosition): void => void lastPositions.set(keyOf(owner), place);

export function findPosition(owner: Owner, renderedAtMs: number): number | null {
  const { positionSeconds: seconds, atMs } = createProgressReporter(owner).queue.read()[owner.file] ?? {};
  const queued = seconds === undefined || atMs === undefined ? null : { seconds, atMs };
  const [newest] = [lastPositions.get(keyOf(owner)), queued]
    .filter((place) => !!place)
    .sort((one, other) => other.atMs - one.atMs);
  return newest && newest.atMs > renderedAtMs ? newest.seconds : null;
}

const nearEndSeconds = 5;
const subscribe = () => () => undefined;

/** Prefers a newer position of this tab: a reload may render before the last report, and Back shows an old page. */
export function useLocalPosition(lesson: PlayerLesson): PlayerLesson {
  const { userId, courseSlug, file, placeAtMs, durationSeconds, saved } = lesson;
  const storedPosition = useMemo(() => {
    if (typeof window === 'undefined' || userId === null || saved || placeAtMs === undefined) return null;
    const seconds = findPosition({ userId, courseSlug, file }, placeAtMs);
    return seconds !== null && durationSeconds > 0 && seconds > durationSeconds - nearEndSeconds ? 0 : seconds;
  }, [userId, courseSlug, file, placeAtMs, durationSeconds, saved]);
  // Return null during hydration, so that the text matches the server's.
  const place = useSyncExternalStore(
    subscribe,
    () => storedPosition,
    () => null,
  );
  return useMemo(() => (place === null ? lesson : { ...lesson, resumeSeconds: place }), [lesson, place]);
}

export interface PlayedPlace {
  userId: string;
  courseSlug: string;
}

const playedKeyOf = ({ userId, courseSlug }: PlayedPlace) => `played:${userId}:${courseSlug}`;
const changed = 'played-lessons';

function readPlayedLessons(place: PlayedPlace): string[] {
  const stored = readStoredJson(playedKeyOf(place));
  return Array.isArray(stored) ? stored.filter((file) => typeof file === 'string') : [];
}

export function recordPlayedLessons(place: PlayedPlace, ...files: string[]): void {
  // Remove lists in the old format, which may belong to another user. Nothing is lost: the server knows them.
  removeFromStorage(`played:${place.courseSlug}`);
  const knownFiles = readPlayedLessons(place);
  const all = [...new Set([...knownFiles, ...files])];
  if (all.length === knownFiles.length) return;
  writeStorage(playedKeyOf(place), JSON.stringify(all));
  window.dispatchEvent(new Event(changed));
}

export const playedText = (place: PlayedPlace): string => readStorage(playedKeyOf(place)) ?? '[]';

export function onPlayedChange(work: () => void): () => void {
  window.addEventListener(changed, work);
  window.addEventListener('storage', work);
  return () => {
    window.removeEventListener(changed, work);
    window.removeEventListener('storage', work);
  };
}
