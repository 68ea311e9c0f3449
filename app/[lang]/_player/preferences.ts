import { readStoredJson, writeStored } from '../_storage/browser-storage';
import type { Quality } from './player-data';

/** Stored in the browser only. */
export interface Preferences { quality: Quality; speed: number; captions: string | null; volume: number; /** Keys act on the whole page. */ shortcuts: boolean }

const key = 'player';
const isQuality = (value: unknown): value is Quality => typeof value === 'string' && /^(?:auto|saver|audio|\d{2,4}p)$/.test(value);

interface Connection { saveData?: boolean; effectiveType?: string }

/** Save-Data, and networks as slow as 2G, begin with the smallest picture. */
export function wantsToSave(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

const readChosen = (): Partial<Preferences> => ({ ...(readStoredJson(key) as Partial<Preferences> | null) });

export const hasShortcuts = (): boolean => readChosen().shortcuts !== false;

/** @param spokenLanguage of the lesson, null when nobody speaks: captions are on unless it is the page's own */
export function readPreferences(lang: string, spokenLanguage: string | null): Preferences {
  const { quality, speed, captions, volume } = readChosen();
  return {
    quality: isQuality(quality) ? quality : (wantsToSave() ? 'saver' : 'auto'),
    speed: typeof speed === 'number' && speed >= 0.5 && speed <= 2 ? speed : 1,
    captions: typeof captions === 'string' || captions === null ? captions : lang === spokenLanguage ? null : lang,
    volume: typeof volume === 'number' ? Math.min(1, Math.max(0, volume)) : 1,
    shortcuts: hasShortcuts(),
  };
}

/** Only what was chosen: the rest follows the network and the lesson. */
export function storePreferences(chosen: Partial<Preferences>): void {
  writeStored(key, JSON.stringify({ ...readChosen(), ...chosen }));
}
