import { useCallback, useEffect, useState } from 'react';
import { readStoredJson, writeStorage } from '@/components/storage/browser-storage';
import type { Quality } from './player-data';

export interface Preferences {
  quality: Quality;
  speed: number;
  captions: string | null;
  volume: number;
  shortcuts: boolean;
}

const key = 'player';
const isQuality = (value: unknown): value is Quality =>
  typeof value === 'string' && /^(?:auto|saver|audio|\d{2,4}p)$/.test(value);

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Detects Save-Data and 2G networks, where playback starts with the smallest video. */
export function prefersLessData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

const readChosen = (): Partial<Preferences> => ({ ...(readStoredJson(key) as Partial<Preferences> | null) });

export const hasShortcuts = (): boolean => readChosen().shortcuts !== false;

/** @param spokenLanguage of the lesson, null without a voice-over. Captions are on unless it equals `lang` */
export function readPreferences(lang: string, spokenLanguage: string | null): Preferences {
  const { quality, speed, captions, volume } = readChosen();
  return {
    quality: isQuality(quality) ? quality : prefersLessData() ? 'saver' : 'auto',
    speed: typeof speed === 'number' && speed >= 0.5 && speed <= 2 ? speed : 1,
    captions: typeof captions === 'string' || captions === null ? captions : lang === spokenLanguage ? null : lang,
    volume: typeof volume === 'number' ? Math.min(1, Math.max(0, volume)) : 1,
    shortcuts: hasShortcuts(),
  };
}

/** Stores only explicit choices; defaults depend on the network and the lesson. */
export function storePreferences(chosen: Partial<Preferences>): void {
  writeStorage(key, JSON.stringify({ ...readChosen(), ...chosen }));
}

const first: Preferences = { quality: 'auto', speed: 1, captions: null, volume: 1, shortcuts: true };

/** Returns defaults until hydration, so that server and browser render the same. */
export function usePreferences(lang: string, spokenLanguage: string | null) {
  const [preferences, setPreferences] = useState<Preferences>(first);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser's storage is readable only after hydration
  useEffect(() => setPreferences(readPreferences(lang, spokenLanguage)), [lang, spokenLanguage]);
  const change = useCallback((chosen: Partial<Preferences>) => {
    storePreferences(chosen);
    setPreferences((known) => ({ ...known, ...chosen }));
  }, []);
  return [preferences, change] as const;
}
