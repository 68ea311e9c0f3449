/** Where each counter stands; the next id is one more. */
export interface Counters { order: number; transaction: number; intention: number; event: number; delivery: number; bill: number; token: number; request: number }

export const freshCounters = (): Counters => ({
  order: 700_000,
  transaction: 900_000,
  intention: 0,
  event: 0,
  delivery: 0,
  bill: 88_000_000,
  token: 0,
  request: 0,
});

export const takeId = (counters: Counters, kind: keyof Counters): number => (counters[kind] += 1);

const padded = (n: number): string => n.toString(16).padStart(32, '0');

export const intentionId = (n: number): string => `pi_test_${padded(n)}`;

export const clientSecret = (n: number): string => `egy_csk_test_${padded(n)}`;

/** mulberry32: the only source of chance in the mock, so that a seed decides everything. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
