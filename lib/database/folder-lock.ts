import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { socketAddress } from './socket-address';

export interface FolderLock { release(): void }

/**
 * Takes `lock` for this process, or gives the pid of whoever has it.
 *
 * The lock is a folder with one socket in it, to which its holder listens and which has its holder's name. The kernel ends the
 * listening with the process, however that ended: a pid used again, a zombie and a process of another container are all told apart
 * rightly, on any Unix. The folder is renamed into its place with the socket in it, which succeeds over nothing or an empty folder
 * only; of a dead holder only its own socket is removed, whose name nobody else has. So of two that find a dead holder one wins.
 */
export async function tryLock(lock: string): Promise<FolderLock | { pid: number }> {
  for (;;) {
    const pid = await livingHolder(lock);
    if (pid !== null) return { pid };
    const mine = await prepare(lock);
    try {
      renameSync(mine.folder, lock);
    } catch (error) {
      rmSync(mine.folder, { recursive: true, force: true });
      mine.server.close();
      if (!isOneOf(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error;
      continue;
    }
    const release = () => {
      process.off('exit', release);
      rmSync(join(lock, mine.name), { force: true });
      removeFolder(lock);
      mine.server.close();
    };
    process.once('exit', release);
    return { release };
  }
}

interface Waiting { forMs: number; onWait(pid: number): void; refusal(pid: number): Error }

/** As `tryLock`, for one whose holder may be ending. @throws Error the refusal, when it has not ended in time. */
export async function waitForLock(lock: string, { forMs, onWait, refusal }: Waiting): Promise<FolderLock> {
  const deadline = performance.now() + forMs;
  for (let tries = 0; ; tries += 1) {
    const taken = await tryLock(lock);
    if ('release' in taken) return taken;
    if (performance.now() >= deadline) throw refusal(taken.pid);
    if (tries === 0) onWait(taken.pid);
    await sleep(100);
  }
}

async function prepare(lock: string): Promise<{ folder: string; name: string; server: Server }> {
  const mark = randomBytes(3).toString('hex');
  const name = `${process.pid}-${mark}`;
  const folder = `${lock}.${mark}`;
  mkdirSync(folder, { mode: 0o700 });
  const server = createServer((socket) => void socket.destroy()).unref();
  await new Promise<void>((done, refuse) => {
    server.once('listening', done);
    server.once('error', refuse);
    server.listen(socketAddress(join(folder, name)));
  });
  return { folder, name, server };
}

async function livingHolder(lock: string): Promise<number | null> {
  const names = namesIn(lock);
  if (names === 'file') return livingWriter(lock);
  for (const name of names) {
    const socket = join(lock, name);
    if (await isListening(socket)) return Number.parseInt(name, 10);
    rmSync(socket, { force: true });
  }
  return null;
}

function namesIn(lock: string): string[] | 'file' {
  try {
    return readdirSync(lock);
  } catch (error) {
    if (isOneOf(error, 'ENOENT')) return [];
    if (isOneOf(error, 'ENOTDIR')) return 'file';
    throw error;
  }
}

/** Only what is certain counts as dead: nobody listens, or nothing is there. */
function isListening(socket: string): Promise<boolean> {
  return new Promise((done) => {
    const call = createConnection(socketAddress(socket));
    call.once('connect', () => {
      call.destroy();
      done(true);
    });
    call.once('error', (error) => done(!isOneOf(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK')));
  });
}

/** Version 0.0.4 wrote a file with its pid: until that process has ended it has the folder. */
function livingWriter(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (pid !== process.pid && isAlive(pid)) return pid;
    unlinkSync(file);
  } catch (error) {
    // Somebody else's folder stands there by now, or nothing.
    if (!isOneOf(error, 'ENOENT', 'EISDIR', 'EPERM')) throw error;
  }
  return null;
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isOneOf(error, 'ESRCH');
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // The next holder's already.
    if (!isOneOf(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

const isOneOf = (error: unknown, ...codes: string[]): boolean => codes.includes((error as NodeJS.ErrnoException).code ?? '');
