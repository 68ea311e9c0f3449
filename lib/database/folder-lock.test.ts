import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryLock, waitForLock } from './folder-lock';

let folder: string;
let lock: string;
let children: ChildProcess[];

function run(program: string, through: readonly string[] = []): { child: ChildProcess; next(): Promise<string> } {
  const text = `process.setMaxListeners(0);\nimport { tryLock } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};\n${program}`;
  const [command = '', ...args] = [...through, process.execPath, '--import', 'tsx', '--input-type=module', '-e', text];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => String((await lines.next()).value) };
}

const hold = (path: string) =>
  `await tryLock(${JSON.stringify(path)}); console.log(process.pid); setInterval(() => undefined, 1000);`;
const waitForExit = (child: ChildProcess) => new Promise((done) => child.once('exit', done));
const createRefusal = (pid: number) => new Error(`in use by ${pid}`);
const readPid = (taken: Awaited<ReturnType<typeof tryLock>>) => ('pid' in taken ? taken.pid : 'taken');

describe('the folder lock', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'));
    lock = join(folder, 'db.lock');
    children = [];
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('has one holder, whose process id it reports, and leaves nothing when released [O5, R20]', async () => {
    const taken = await tryLock(lock);
    expect(await tryLock(lock)).toEqual({ pid: process.pid });
    if ('release' in taken) taken.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('waits for a holder that is ending, but not forever for one that stays [R20]', async () => {
    const { child, next } = run(hold(lock));
    const pid = Number(await next());
    const waited: number[] = [];
    const onWait = (holder: number) => void waited.push(holder);
    await expect(waitForLock(lock, { timeoutMs: 300, onWait, refusal: createRefusal })).rejects.toThrow(
      `in use by ${pid}`,
    );
    setTimeout(() => child.kill('SIGTERM'), 300);
    const taken = await waitForLock(lock, { timeoutMs: 10_000, onWait, refusal: createRefusal });
    taken.release();
    expect(waited).toEqual([pid, pid]);
  });

  it('a killed process holds nothing, even before its parent has reaped it [R20]', async () => {
    const { next } = run(hold(lock), ['sh', '-c', '"$@" & exec sleep 60', 'sh']);
    const pid = Number(await next());
    expect(await tryLock(lock)).toEqual({ pid });
    process.kill(pid, 'SIGKILL');
    const taken = await waitForLock(lock, { timeoutMs: 5000, onWait: () => undefined, refusal: createRefusal });
    process.kill(pid, 0);
    taken.release();
  });

  it('only one of several processes that find a dead holder at once gets the lock [R20, M5]', async () => {
    const rounds = 60;
    const locks = Array.from({ length: rounds }, (_, round) => join(folder, String(round)));
    const dead = run(
      `for (const lock of ${JSON.stringify(locks)}) await tryLock(lock); console.log(''); setInterval(() => undefined, 1000);`,
    );
    await dead.next();
    dead.child.kill('SIGKILL');
    await waitForExit(dead.child);
    const start = Date.now() + 2500;
    const contender = `
      const won = [];
      for (const [round, lock] of ${JSON.stringify(locks)}.entries()) {
        while (Date.now() < ${start} + round * 20);
        if ('release' in (await tryLock(lock))) won.push(round);
      }
      console.log(JSON.stringify(won));
      setInterval(() => undefined, 1000);`;
    const won = await Promise.all(
      [run(contender), run(contender), run(contender)].map(async ({ next }) => JSON.parse(await next()) as number[]),
    );
    expect(won.flat().sort((a, b) => a - b)).toEqual(locks.map((_, round) => round));
  }, 60_000);

  it('a lock of the previous version holds as long as its process lives [R28]', async () => {
    const { child } = run('setInterval(() => undefined, 1000);');
    writeFileSync(lock, `${child.pid} 4711`);
    expect(readPid(await tryLock(lock))).toBe(child.pid);
    child.kill('SIGKILL');
    await waitForExit(child);
    expect(readPid(await tryLock(lock))).toBe('taken');
  });

  it('an unfinished attempt to take the lock blocks no other process [R20]', async () => {
    mkdirSync(lock);
    writeFileSync(join(lock, '1-abcdef'), '');
    const taken = await tryLock(lock);
    expect(readPid(taken)).toBe('taken');
    if ('release' in taken) taken.release();
    expect(existsSync(lock)).toBe(false);
  });
});
