import { spawn, spawnSync, type ChildProcessByStdio, type SpawnOptions } from 'node:child_process';
import { cpus } from 'node:os';
import type { Readable } from 'node:stream';

const canPin = cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export type Program = ChildProcessByStdio<null, Readable, Readable>;

const started = new Set<Program>();
process.once('exit', () => started.forEach((child) => child.kill('SIGTERM')));

/**
 * Starts a program on one processor, so that who serves and who asks do not disturb each other; on any where that cannot be done. It ends
 * with this process at the latest.
 */
export function spawnPinned([command, ...args]: readonly [string, ...string[]], processor: number, options: Omit<SpawnOptions, 'stdio'> = {}): Program {
  const [program, ...rest] = canPin ? ['taskset', '-c', String(processor), command, ...args] : [command, ...args];
  const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }) as Program;
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
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
