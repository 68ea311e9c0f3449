import { watch } from 'node:fs';

const settleMs = 40;

/**
 * Calls back once after each burst of changes anywhere under the folder. A folder that cannot be watched is not: then
 * only what is announced drops pages.
 * @returns what ends the watch
 */
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
