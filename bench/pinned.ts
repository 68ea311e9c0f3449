import { type ChildProcessByStdio, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import type { Readable } from 'node:stream';

const canPin = cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export type Program = ChildProcessByStdio<null, Readable, Readable>;

const started = new Set<Program>();
process.once('exit', () => started.forEach((child) => child.kill('SIGTERM')));

/** Pins a program to one processor, if possible, so that server and client do not compete. */
export function spawnPinned(
  [command, ...args]: readonly [string, ...string[]],
  processor: number,
  options: Omit<SpawnOptions, 'stdio'> = {},
): Program {
  const [program, ...rest] = canPin ? ['taskset', '-c', String(processor), command, ...args] : [command, ...args];
  const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }) as Program;
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** Unpins this process during `start`, because a browser pinned to one processor would block itself. */
export async function runUnpinned<Result>(start: () => Promise<Result>): Promise<Result> {
  if (!canPin) return start();
  const pinTo = (processors: string) => spawnSync('taskset', ['-cp', processors, String(process.pid)]);
  const before = pinTo(`0-${cpus().length - 1}`).stdout.toString();
  try {
    return await start();
  } finally {
    pinTo(/:\s*([\d,-]+)/.exec(before)?.[1] ?? '1');
  }
}

export const isPinned = (): boolean => canPin;
