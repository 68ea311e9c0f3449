import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first paint, true once scripts run: what needs them can wait without a mismatch. */
export const useHydrated = (): boolean => useSyncExternalStore(never, () => true, () => false);
