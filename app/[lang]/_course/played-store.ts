/** Row L4: a course's played lessons in the browser's storage: file names, a list a course. */

const keyOf = (courseSlug: string) => `played:${courseSlug}`;
const changed = 'played-lessons';

function readPlayed(courseSlug: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(courseSlug)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((file) => typeof file === 'string') : [];
  } catch {
    return [];
  }
}

export function recordPlayed(courseSlug: string, ...files: string[]): void {
  const known = readPlayed(courseSlug);
  const all = [...new Set([...known, ...files])];
  if (all.length === known.length) return;
  try {
    localStorage.setItem(keyOf(courseSlug), JSON.stringify(all));
  } catch {
    return;
  }
  window.dispatchEvent(new Event(changed));
}

/** The raw text, so that React can compare it; a change in another tab counts too. */
export const playedText = (courseSlug: string): string => localStorage.getItem(keyOf(courseSlug)) ?? '[]';

export function onPlayedChange(work: () => void): () => void {
  window.addEventListener(changed, work);
  window.addEventListener('storage', work);
  return () => {
    window.removeEventListener(changed, work);
    window.removeEventListener('storage', work);
  };
}
