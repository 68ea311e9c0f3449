import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Fault } from '@/mocks/paymob/fault-schema';
import type { Integration, MockConfig } from '../config';
import { MockClock } from './clock';
import type { CallbackEvent, Delivery, Expectation, Intention, Transaction } from './records';

export interface World {
  config: MockConfig;
  clock: MockClock;
  random: () => number;
  store: Store;
  save: () => void;
  url: string;
}

export function createWorld(config: MockConfig): World {
  let saving = false;
  const world: World = {
    config,
    clock: new MockClock(config.clock),
    random: createRandom(config.seed),
    store: loadStore(config.stateFile),
    url: '',
    save: () => {
      if (saving || !config.stateFile) return;
      saving = true;
      setImmediate(() => {
        saving = false;
        saveStore(config.stateFile, world.store);
      });
    },
  };
  return world;
}

export function resetWorld(world: World): void {
  world.clock.reset();
  world.random = createRandom(world.config.seed);
  world.store = createStore();
  world.save();
}

interface Store {
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

const createStore = (): Store => ({
  counters: createCounters(),
  intentions: [],
  transactions: [],
  events: [],
  deliveries: [],
  faults: [],
  expectations: [],
  tokens: [],
  paused: false,
});

function loadStore(file: string | null): Store {
  if (!file) return createStore();
  try {
    return { ...createStore(), ...(JSON.parse(readFileSync(file, 'utf8')) as Store) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return createStore();
    throw error;
  }
}

/** Renames a finished file into place, so that a reader never sees half of one. */
function saveStore(file: string | null, store: Store): void {
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(store));
  renameSync(`${file}.new`, file);
}

export const isExpired = (world: World, intention: Intention): boolean => intention.expiresAt <= world.clock.now();

export const findBySecret = (world: World, secret: string): Intention | undefined =>
  world.store.intentions.find((intention) => intention.clientSecret === secret);

export const findByOrder = (world: World, orderId: number): Intention | undefined =>
  world.store.intentions.find((intention) => intention.orderId === orderId);

export const findIntention = (world: World, key: string): Intention | undefined =>
  world.store.intentions.find(
    (one) => one.id === key || one.clientSecret === key || String(one.orderId) === key || one.specialReference === key,
  );

export const findIntegration = (world: World, id: number): Integration | undefined =>
  world.config.integrations.find((one) => one.id === id);

export const findTransaction = (world: World, id: number): Transaction | undefined =>
  world.store.transactions.find((one) => one.id === id);

export const listTransactions = (world: World, orderId: number): Transaction[] =>
  world.store.transactions.filter((one) => one.orderId === orderId);

/** True once the merchant has received the money, even if refunded later. */
export const hasReceivedMoney = (transaction: Transaction): boolean =>
  transaction.parentId === null &&
  transaction.success &&
  !transaction.pending &&
  !transaction.isVoided &&
  (!transaction.isAuth || transaction.isCaptured);

export const isPaid = (world: World, orderId: number): boolean =>
  listTransactions(world, orderId).some((one) => one.parentId === null && one.success && !one.pending && !one.isVoided);

export const computePaidAmount = (world: World, orderId: number): number =>
  listTransactions(world, orderId)
    .filter(hasReceivedMoney)
    .reduce((total, one) => total + (one.isAuth ? one.capturedAmount : one.amount), 0);

interface Counters {
  order: number;
  transaction: number;
  intention: number;
  event: number;
  delivery: number;
  bill: number;
  token: number;
  request: number;
}

const createCounters = (): Counters => ({
  order: 700_000,
  transaction: 900_000,
  intention: 0,
  event: 0,
  delivery: 0,
  bill: 88_000_000,
  token: 0,
  request: 0,
});

export const takeNextId = (counters: Counters, kind: keyof Counters): number => (counters[kind] += 1);

const padHex = (number: number): string => number.toString(16).padStart(32, '0');

export const formatIntentionId = (number: number): string => `pi_test_${padHex(number)}`;

export const formatClientSecret = (number: number): string => `egy_csk_test_${padHex(number)}`;

/** mulberry32, the mock's only source of randomness, so that a seed decides everything. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
