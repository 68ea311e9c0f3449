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

function readStored(): Partial<Preferences> {
  try {
    return { ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>) };
  } catch {
    return {};
  }
}

/** @param spokenLanguage of the lesson, null when nobody speaks: captions are on unless it is the page's own */
export function readPreferences(lang: string, spokenLanguage: string | null): Preferences {
  const { quality, speed, captions, volume } = readStored();
  return {
    quality: qualities.find((each) => each === quality) ?? (wantsToSave() ? 'saver' : 'auto'),
    speed: typeof speed === 'number' && speed >= 0.5 && speed <= 2 ? speed : 1,
    captions: typeof captions === 'string' || captions === null ? captions : lang === spokenLanguage ? null : lang,
    volume: typeof volume === 'number' ? Math.min(1, Math.max(0, volume)) : 1,
  };
}

/** Only what was chosen: the rest follows the network and the lesson. */
export function storePreferences(chosen: Partial<Preferences>): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readStored(), ...chosen }));
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
}
