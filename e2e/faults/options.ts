import { parseArgs } from 'node:util';

export type DatabaseKind = 'pglite' | 'postgresql';

export interface Options {
  databases: DatabaseKind[];
  only: string[];
  kills: number;
  seconds: number;
  seed: number;
  port: number;
}

/** R02 requires ten minutes. */
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
