import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Hand-written, because Node has no flock and heartbeat files look stale while the event loop is blocked (M6).

export interface FolderLock {
  release(): void;
}

/**
 * The lock is a folder with a socket, which the kernel closes when the holder ends, so a reused pid does no harm. Only
 * one of two contenders wins: a rename never replaces a folder with a socket, and only a dead socket is removed.
 */
export async function tryLock(lock: string): Promise<FolderLock | { pid: number }> {
  for (;;) {
    const pid = await findLivingHolder(lock);
    if (pid !== null) return { pid };
    const mine = await prepareSocket(lock);
    try {
      renameSync(mine.folder, lock);
    } catch (error) {
      rmSync(mine.folder, { recursive: true, force: true });
      mine.server.close();
      if (!hasErrorCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error;
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

interface WaitOptions {
  timeoutMs: number;
  onWait(pid: number): void;
  refusal(pid: number): Error;
}

/** @throws Error `refusal` on timeout */
export async function waitForLock(lock: string, { timeoutMs, onWait, refusal }: WaitOptions): Promise<FolderLock> {
  const deadlineAtMs = performance.now() + timeoutMs;
  for (let tries = 0; ; tries += 1) {
    const attempt = await tryLock(lock);
    if ('release' in attempt) return attempt;
    if (performance.now() >= deadlineAtMs) throw refusal(attempt.pid);
    if (tries === 0) onWait(attempt.pid);
    await sleep(100);
  }
}

async function prepareSocket(lock: string): Promise<{ folder: string; name: string; server: Server }> {
  const suffix = randomBytes(3).toString('hex');
  const name = `${process.pid}-${suffix}`;
  const folder = `${lock}.${suffix}`;
  mkdirSync(folder, { mode: 0o700 });
  const server = createServer((socket) => void socket.destroy()).unref();
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
    server.listen(socketAddress(join(/* turbopackIgnore: true */ folder, name)));
  });
  return { folder, name, server };
}

async function findLivingHolder(lock: string): Promise<number | null> {
  const names = lockEntries(lock);
  if (names === 'file') return findLivingWriter(lock);
  for (const name of names) {
    const socket = join(lock, name);
    if (await isListening(socket)) return Number.parseInt(name, 10);
    rmSync(socket, { force: true });
  }
  return null;
}

function lockEntries(lock: string): string[] | 'file' {
  try {
    return readdirSync(lock);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    if (hasErrorCode(error, 'ENOTDIR')) return 'file';
    throw error;
  }
}

/** Treat the lock holder as dead only on ECONNREFUSED, ENOENT or ENOTSOCK. */
function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = createConnection(socketAddress(socket));
    call.once('connect', () => {
      call.destroy();
      resolve(true);
    });
    call.once('error', (error) => resolve(!hasErrorCode(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK')));
  });
}

/** Version 0.0.4 used a pid file as its lock, which is valid until its process ends. */
function findLivingWriter(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (pid !== process.pid && isAlive(pid)) return pid;
    unlinkSync(file);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'EISDIR', 'EPERM')) throw error;
  }
  return null;
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH');
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

/** The address of a Unix socket can have 104 bytes on macOS (108 on Linux), including a final NUL. */
const maxAddressBytes = 103;

/** @throws Error if the path is too long for a socket */
export function socketAddress(path: string): string {
  const absolute = resolve(path);
  const fromHere = relative(process.cwd(), absolute);
  const address = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(address) > maxAddressBytes)
    throw new Error(
      `${absolute} is too long for a socket's address (${maxAddressBytes} bytes): choose a shorter DATA_DIR.`,
    );
  return address;
}
