import { log } from '@/lib/log';

/** Continues after a failing item. @throws the first failure, once all items have been tried */
export async function tryEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    if (stopping?.aborted) break;
    try {
      await work(item);
    } catch (error) {
      log.error({ err: error, item }, 'One item of a job failed; the job continues with the next one');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
