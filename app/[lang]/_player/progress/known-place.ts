import { useMemo, useSyncExternalStore } from 'react';
import type { PlayerLesson } from '../player-data';
import { progressReporter } from './progress-reporter';

interface Place { seconds: number; atMs: number }
interface Owner { userId: string; courseSlug: string; file: string }

/** Positions at which lessons were left in this tab; the router's copy of their page is older. */
const left = new Map<string, Place>();

const keyOf = ({ userId, courseSlug, file }: Owner) => `${userId} ${courseSlug} ${file}`;

export const rememberPlace = (owner: Owner, place: Place): void => void left.set(keyOf(owner), place);

/** The place that this tab remembers, or that waits to be reported; null when the page's own is as new. */
export function knownPlace(owner: Owner, renderedAtMs: number): number | null {
  const { positionSeconds: seconds, atMs } = progressReporter(owner).queue.read()[owner.file] ?? {};
  const queued = seconds === undefined || atMs === undefined ? null : { seconds, atMs };
  const [newest] = [left.get(keyOf(owner)), queued].filter((place) => !!place).sort((one, other) => other.atMs - one.atMs);
  return newest && newest.atMs > renderedAtMs ? newest.seconds : null;
}

const nearEndSeconds = 5;
const subscribe = () => () => undefined;

/** The lesson with the place to go on from: a reload is rendered before the last report arrives, and Back shows a page from before. */
export function useKnownPlace(lesson: PlayerLesson): PlayerLesson {
  const { userId, courseSlug, file, placeAtMs, durationSeconds, saved } = lesson;
  const known = useMemo(() => {
    if (typeof window === 'undefined' || userId === null || saved || placeAtMs === undefined) return null;
    const seconds = knownPlace({ userId, courseSlug, file }, placeAtMs);
    return seconds !== null && durationSeconds > 0 && seconds > durationSeconds - nearEndSeconds ? 0 : seconds;
  }, [userId, courseSlug, file, placeAtMs, durationSeconds, saved]);
  // Null while the page is hydrated, or its text would not match.
  const place = useSyncExternalStore(subscribe, () => known, () => null);
  return useMemo(() => (place === null ? lesson : { ...lesson, resumeSeconds: place }), [lesson, place]);
}
