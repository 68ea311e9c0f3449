import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const canPin = cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** A command held on one processor, so that who serves and who asks do not disturb each other; as it is where that cannot be done. */
export function pinned(command: readonly [string, ...string[]], processor: number): [string, ...string[]] {
  return canPin ? ['taskset', '-c', String(processor), ...command] : [...command];
}

/**
 * What is started meanwhile may run on every processor. A phone has several, and a browser is many processes: held on
 * one, its main thread would wait for its own helpers.
 */
export async function atLarge<Result>(start: () => Promise<Result>): Promise<Result> {
  if (!canPin) return start();
  const hold = (processors: string) => spawnSync('taskset', ['-cp', processors, String(process.pid)]);
  const before = hold(`0-${cpus().length - 1}`).stdout.toString();
  try {
    return await start();
  } finally {
    hold(/:\s*([\d,-]+)/.exec(before)?.[1] ?? '1');
  }
}

export const isPinned = (): boolean => canPin;
