import type { DatabaseKind } from './options';
import type { Stack } from './stack';

/** What one fault did and whether everything held. */
export interface Row { fault: string; what: string; times: number; result: string; held: boolean }

export type Finding = Omit<Row, 'fault'>;

export type Step = (stack: Stack) => Promise<Finding | Finding[]>;

/** Steps on one stack, one after the other; the books are compared after the last. */
export interface Scenario { id: string; databases?: DatabaseKind[]; steps: Step[] }
