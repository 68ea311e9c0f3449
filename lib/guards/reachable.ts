import 'server-only';
import { isDatabaseDown } from '@/lib/database/client';
import { setPageStatus } from '@/lib/cache/page-context';
import { log } from '@/lib/log';

/**
 * What a guarded page awaits before it shows anything (G5). With the database down the page answers 503 and gets null,
 * for which it shows its notice; redirects and other errors pass through.
 */
export async function reachable<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    log.error({ error: String(error) }, 'database unreachable for a guarded page');
    setPageStatus(503);
    return null;
  }
}
