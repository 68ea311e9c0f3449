import { defaultLanguage, internationalLanguage } from '@/lib/language';
import type { Quality } from './player-data';

/** What this device likes; kept in the browser only. */
export interface Preferences { quality: Quality; speed: number; captions: string | null; volume: number }

const key = 'player';
const qualities: readonly Quality[] = ['auto', 'saver', '240p', '480p', '720p', 'audio'];

interface Connection { saveData?: boolean; effectiveType?: string }

/** Save-Data, and networks as slow as 2G, begin with the smallest picture. */
export function wantsToSave(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

export function readPreferences(lang: string): Preferences {
  const standard: Preferences = { quality: wantsToSave() ? 'saver' : 'auto', speed: 1, captions: lang === defaultLanguage ? null : internationalLanguage, volume: 1 };
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>;
    return {
      quality: qualities.find((quality) => quality === kept.quality) ?? standard.quality,
      speed: typeof kept.speed === 'number' && kept.speed >= 0.5 && kept.speed <= 2 ? kept.speed : 1,
      captions: typeof kept.captions === 'string' || kept.captions === null ? kept.captions : standard.captions,
      volume: typeof kept.volume === 'number' ? Math.min(1, Math.max(0, kept.volume)) : 1,
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
