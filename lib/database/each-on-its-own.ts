import 'server-only';
import { log } from '@/lib/log';

/**
 * Does a job's work for each, one after the other: one that fails is logged and does not stop those after it.
 * @throws the first failure once all were tried, so that the job has it as its error
 */
export async function eachOnItsOwn<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>, stopping?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    if (stopping?.aborted) break;
    try {
      await work(item);
    } catch (error) {
      log.error({ err: error, item }, 'One part of a job failed');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
