import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second; Linux has said 100 to user space since for ever. */
const TICKS = 100;

function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(') ') + 2).split(' ');
}

export function childrenOf(parent) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => {
    try {
      return Number(statOf(pid)[1]) === parent;
    } catch {
      return false;
    }
  });
}

/** Seconds of processor that these processes have used, user and system. */
export function processorSeconds(pids) {
  return pids.reduce((sum, pid) => {
    const fields = statOf(pid);
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS;
  }, 0);
}

/** Resident memory of these processes in MB. */
export function residentMegabytes(pids) {
  return pids.reduce((sum, pid) => {
    const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return sum + Number(line?.[1] ?? 0) / 1024;
  }, 0);
}
