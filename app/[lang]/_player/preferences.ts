import type { Quality } from './player-data';

/** Stored in the browser only. */
export interface Preferences { quality: Quality; speed: number; captions: string | null; volume: number }

const key = 'player';
const qualities: readonly Quality[] = ['auto', 'saver', '240p', '480p', '720p', 'audio'];

interface Connection { saveData?: boolean; effectiveType?: string }

/** Save-Data, and networks as slow as 2G, begin with the smallest picture. */
export function wantsToSave(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

/** @param spokenLanguage of the lesson, null when nobody speaks: captions are on unless it is the page's own */
export function readPreferences(lang: string, spokenLanguage: string | null): Preferences {
  const standard: Preferences = { quality: wantsToSave() ? 'saver' : 'auto', speed: 1, captions: lang === spokenLanguage ? null : lang, volume: 1 };
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>;
    return {
      quality: qualities.find((quality) => quality === stored.quality) ?? standard.quality,
      speed: typeof stored.speed === 'number' && stored.speed >= 0.5 && stored.speed <= 2 ? stored.speed : 1,
      captions: typeof stored.captions === 'string' || stored.captions === null ? stored.captions : standard.captions,
      volume: typeof stored.volume === 'number' ? Math.min(1, Math.max(0, stored.volume)) : 1,
    };
  } catch {
    return standard;
  }
}

export function keepPreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(preferences));
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
}
