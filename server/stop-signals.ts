import { log } from '@/lib/log';

export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * The first signal stops the service, and no further one ends it sooner: a terminal's Ctrl-C arrives twice under npm, and `close-with-grace`
 * would exit at the second, in the middle of answers. Only SIGKILL does.
 */
export function stopOnSignals(stop: () => void, signals: NodeJS.EventEmitter = process): void {
  let isStopping = false;
  for (const signal of stopSignals) {
    signals.on(signal, () => {
      if (isStopping) return log.info({ signal }, 'Stopping already; kill -9 ends it at once');
      isStopping = true;
      stop();
    });
  }
}
