import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { freshCounters, type Counters } from './ids';
import type { Fault } from '../faults/fault-schema';
import type { CallbackEvent, Delivery, Expectation, Intention, Transaction } from './records';

/** Everything the mock knows. Plain data: it can be printed, compared and stored in a file. */
export interface Store {
  counters: Counters;
  intentions: Intention[];
  transactions: Transaction[];
  events: CallbackEvent[];
  deliveries: Delivery[];
  faults: Fault[];
  expectations: Expectation[];
  tokens: { token: string; expiresAt: number }[];
  paused: boolean;
}

export const freshStore = (): Store => ({
  counters: freshCounters(),
  intentions: [],
  transactions: [],
  events: [],
  deliveries: [],
  faults: [],
  expectations: [],
  tokens: [],
  paused: false,
});

export function loadStore(file: string | null): Store {
  if (!file) return freshStore();
  try {
    return { ...freshStore(), ...(JSON.parse(readFileSync(file, 'utf8')) as Store) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return freshStore();
    throw error;
  }
}

/** Written beside and renamed, so that a reader never meets half a file. */
export function saveStore(file: string | null, store: Store): void {
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(store));
  renameSync(`${file}.new`, file);
}
