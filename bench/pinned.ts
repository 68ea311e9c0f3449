import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const canPin = cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** A command held on one processor, so that who serves and who asks do not disturb each other; as it is where that cannot be done. */
export function pinned(command: readonly [string, ...string[]], processor: number): [string, ...string[]] {
  return canPin ? ['taskset', '-c', String(processor), ...command] : [...command];
}

export const isPinned = (): boolean => canPin;
