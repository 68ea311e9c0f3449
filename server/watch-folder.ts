import { watch } from 'node:fs';

const settleMs = 40;

/** Calls back once per burst of changes; does nothing if the folder cannot be watched. */
export function watchFolder(folder: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(folder, { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(onChange, settleMs);
    });
    watcher.on('error', () => watcher.close());
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch {
    return () => undefined;
  }
}
