import type { DatabaseKind } from './options';
import type { Stack } from './stack';

export interface Row {
  fault: string;
  what: string;
  times: number;
  result: string;
  isHeld: boolean;
}

export type Finding = Omit<Row, 'fault'>;

export type Step = (stack: Stack) => Promise<Finding | Finding[]>;

export interface Scenario {
  id: string;
  databases?: DatabaseKind[];
  steps: Step[];
}
