import { readStored, readStoredJson, removeStored, writeStored } from '../../_storage/browser-storage';

/** Row L4: the lessons that a person has played in this browser, in its storage: file names, a list a course. */
export interface PlayedPlace { userId: string; courseSlug: string }

const keyOf = ({ userId, courseSlug }: PlayedPlace) => `played:${userId}:${courseSlug}`;
const changed = 'played-lessons';

function readPlayed(place: PlayedPlace): string[] {
  const stored = readStoredJson(keyOf(place));
  return Array.isArray(stored) ? stored.filter((file) => typeof file === 'string') : [];
}

export function recordPlayed(place: PlayedPlace, ...files: string[]): void {
  // Lists of before named no person and may be somebody else's; the server has each person's own.
  removeStored(`played:${place.courseSlug}`);
  const known = readPlayed(place);
  const all = [...new Set([...known, ...files])];
  if (all.length === known.length) return;
  writeStored(keyOf(place), JSON.stringify(all));
  window.dispatchEvent(new Event(changed));
}

/** The raw text, so that React can compare it; a change in another tab counts too. */
export const playedText = (place: PlayedPlace): string => readStored(keyOf(place)) ?? '[]';

export function onPlayedChange(work: () => void): () => void {
  window.addEventListener(changed, work);
  window.addEventListener('storage', work);
  return () => {
    window.removeEventListener(changed, work);
    window.removeEventListener('storage', work);
  };
}
