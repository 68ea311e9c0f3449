import { useCallback, useEffect, useState } from 'react';
import { readPreferences, storePreferences, type Preferences } from './preferences';

const first: Preferences = { quality: 'auto', speed: 1, captions: null, volume: 1, shortcuts: true };

/** The defaults until hydration, so that server and browser render the same. */
export function usePreferences(lang: string, spokenLanguage: string | null) {
  const [preferences, setPreferences] = useState<Preferences>(first);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser's storage is only there after hydration
  useEffect(() => setPreferences(readPreferences(lang, spokenLanguage)), [lang, spokenLanguage]);
  const change = useCallback((chosen: Partial<Preferences>) => {
    storePreferences(chosen);
    setPreferences((known) => ({ ...known, ...chosen }));
  }, []);
  return [preferences, change] as const;
}
