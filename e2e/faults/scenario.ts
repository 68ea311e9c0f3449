import type { DatabaseKind } from './options';
import type { World } from './world';

/** What one fault did and whether everything held. */
export interface Row { fault: string; what: string; times: number; result: string; held: boolean }

export type Finding = Omit<Row, 'fault'>;

export type Step = (world: World) => Promise<Finding | Finding[]>;

/** Steps on one world, one after the other; the books are compared after the last. */
export interface Scenario { id: string; databases?: DatabaseKind[]; steps: Step[] }
