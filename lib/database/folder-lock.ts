import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Hand-written: Node has no flock, and the libraries' heartbeat files call a lock stale while the event loop is blocked (M6).

export interface FolderLock { release(): void }

/**
 * Takes `lock` for this process, or returns the pid of its holder.
 *
 * The lock is a folder with one socket in it, on which its holder listens and which is named after it. The kernel stops listening with the
 * process, however that ended: a reused pid, a zombie and a process of another container are all recognised, on any Unix. The folder is
 * renamed into place with the socket in it, which succeeds over nothing or an empty folder only; of a dead holder only its own socket is
 * removed, whose name is unique. So of two processes that find a dead holder one wins.
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

interface WaitOptions { timeoutMs: number; onWait(pid: number): void; refusal(pid: number): Error }

/** As `tryLock`, for a lock whose holder may be ending. @throws Error `refusal`, when it has not ended in time. */
export async function waitForLock(lock: string, { timeoutMs, onWait, refusal }: WaitOptions): Promise<FolderLock> {
  const deadlineAtMs = performance.now() + timeoutMs;
  for (let tries = 0; ; tries += 1) {
    const taken = await tryLock(lock);
    if ('release' in taken) return taken;
    if (performance.now() >= deadlineAtMs) throw refusal(taken.pid);
    if (tries === 0) onWait(taken.pid);
    await sleep(100);
  }
}

async function prepare(lock: string): Promise<{ folder: string; name: string; server: Server }> {
  const suffix = randomBytes(3).toString('hex');
  const name = `${process.pid}-${suffix}`;
  const folder = `${lock}.${suffix}`;
  mkdirSync(folder, { mode: 0o700 });
  const server = createServer((socket) => void socket.destroy()).unref();
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
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

/** Only certainty counts as dead: nobody listens, or there is no socket. */
function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = createConnection(socketAddress(socket));
    call.once('connect', () => {
      call.destroy();
      resolve(true);
    });
    call.once('error', (error) => resolve(!isOneOf(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK')));
  });
}

/** Version 0.0.4 wrote a file with its pid and holds the folder until that process has ended. */
function livingWriter(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (pid !== process.pid && isAlive(pid)) return pid;
    unlinkSync(file);
  } catch (error) {
    // Another process's lock folder is there by now, or nothing.
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
    // It is the next holder's already.
    if (!isOneOf(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

const isOneOf = (error: unknown, ...codes: string[]): boolean => codes.includes((error as NodeJS.ErrnoException).code ?? '');

/** A Unix socket's address has 104 bytes on macOS (108 on Linux), with a final NUL. */
const maxAddressBytes = 103;

/** The shorter of the absolute and the relative path of a Unix socket. @throws Error when it is still too long to listen on. */
export function socketAddress(path: string): string {
  const absolute = resolve(path);
  const fromHere = relative(process.cwd(), absolute);
  const address = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(address) > maxAddressBytes) throw new Error(`${absolute} is too long for a socket's address (${maxAddressBytes} bytes): choose a shorter DATA_DIR.`);
  return address;
}
