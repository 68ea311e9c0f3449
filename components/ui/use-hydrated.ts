import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** Lets rendering wait for scripts without a hydration mismatch. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
