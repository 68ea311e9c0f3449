import { parseArgs } from 'node:util';

export type DatabaseKind = 'pglite' | 'postgresql';

export interface Options {
  databases: DatabaseKind[];
  only: string[];
  /** Kills a step. */
  kills: number;
  /** How long the random kills and the flood last. */
  seconds: number;
  seed: number;
  port: number;
}

/** Ten minutes, as the catalogue has R02. */
const asAskedSeconds = 600;

/** `npm run test:faults -- --db pglite --only R01,R05 --kills 20 --seconds 60 --seed 1` */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      db: { type: 'string', default: 'pglite,postgresql' },
      only: { type: 'string', default: '' },
      kills: { type: 'string', default: '20' },
      seconds: { type: 'string' },
      full: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      port: { type: 'string', default: '3450' },
    },
  });
  return {
    databases: values.db.split(',').map((name) => (name === 'pglite' ? 'pglite' : 'postgresql')),
    only: values.only ? values.only.split(',') : [],
    kills: Number(values.kills),
    seconds: Number(values.seconds ?? (values.full ? asAskedSeconds : 60)),
    seed: Number(values.seed),
    port: Number(values.port),
  };
}

/** mulberry32: what chance decides, the printed seed decides again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
