import type { DatabaseKind } from './options';
import type { World } from './world';

/** What one fault did and whether everything held. */
export type Row = { fault: string; what: string; times: number; result: string; held: boolean };

export type Scenario = {
  id: string;
  databases?: DatabaseKind[];
  run: (world: World) => Promise<Row[]>;
};
