import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Pid and its start time, so that a pid used again after a crash is not taken for the holder. */
function identityOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return `${pid} `;
  }
}

/**
 * Takes `lockFile` for this process; gives the function that lets it go.
 * @throws Error with folder and pid while the holder lives: two processes on one PGlite folder lose data silently (fault M5).
 */
export function lockFolder(lockFile: string, folder: string): () => void {
  const mine = identityOf(process.pid) ?? String(process.pid);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(lockFile, mine, { flag: 'wx', mode: 0o600 });
      const release = () => rmSync(lockFile, { force: true });
      process.once('exit', release);
      return release;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readFileSync(lockFile, 'utf8').trim();
      const pid = Number(holder.split(' ')[0]);
      if (holder !== '' && identityOf(pid) === holder) {
        throw new Error(`The embedded database in ${folder} is in use by process ${pid}. Stop it first, or use DATABASE_URL.`);
      }
      rmSync(lockFile, { force: true });
    }
  }
  throw new Error(`The lock ${lockFile} could not be taken.`);
}
