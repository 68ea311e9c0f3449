import { useCallback, useEffect, useState } from 'react';

const afterMs = 3000;

/** Whether the pointer has rested long enough to hide the controls; never while paused. */
export function useIdle(isPlaying: boolean) {
  const [isResting, setResting] = useState(false);
  const [movedAt, setMovedAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setResting(true), afterMs);
    return () => clearTimeout(timer);
  }, [movedAt]);
  const wake = useCallback(() => {
    setResting(false);
    setMovedAt((known) => (Date.now() - known > 200 ? Date.now() : known));
  }, []);
  return { isIdle: isPlaying && isResting, wake };
}
