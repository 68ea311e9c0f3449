import { AsyncLocalStorage } from 'node:async_hooks';
import { processState } from './process-state';

interface OpenTransaction {
  /** Null once the transaction has ended. */
  waiting: Array<() => void> | null;
}

const storage = processState('after-commit', () => new AsyncLocalStorage<OpenTransaction>());

/** Runs `work` once the surrounding transaction has committed, and never if it fails; at once outside a transaction. */
export function runAfterCommit(work: () => void): void {
  const waiting = storage.getStore()?.waiting;
  if (waiting) waiting.push(work);
  else work();
}

/** @param commit runs one attempt of a transaction */
export async function runWithAfterCommit<Value>(commit: () => Promise<Value>): Promise<Value> {
  const waiting: Array<() => void> = [];
  const open: OpenTransaction = { waiting };
  const value = await storage.run(open, commit).finally(() => (open.waiting = null));
  for (const work of waiting) work();
  return value;
}
