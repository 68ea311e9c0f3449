import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux reports 100 ticks per second to user space. */
const TICKS = 100;

function readStat(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(') ') + 2).split(' ');
}

export function listChildren(parent: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => {
    try {
      return Number(readStat(pid)[1]) === parent;
    } catch {
      return false;
    }
  });
}

export function readProcessorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readStat(pid);
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS;
  }, 0);
}

/** Waits for the jobs of a start, which compare the captions of a thousand courses. */
export async function waitForJobs(pid: number): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const before = readProcessorSeconds([pid]);
    await sleep(2000);
    if (readProcessorSeconds([pid]) - before < 0.1) return;
  }
}

function readMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}

export const readResidentMegabytes = (pid: number): number => readMegabytes(pid, 'VmRSS');

export const readPeakMegabytes = (pid: number): number => readMegabytes(pid, 'VmHWM');
