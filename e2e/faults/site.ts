import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/environment/set-up.mjs';
import { waitUntil } from './wait';

export const killPoints = ['before-event', 'after-event', 'before-commit', 'after-commit', 'before-response'] as const;
export type KillPoint =
  | (typeof killPoints)[number]
  | 'after-order'
  | 'after-order-commit'
  | 'after-gift'
  | 'before-gift-commit'
  | 'after-gift-commit'
  | 'after-seat'
  | 'before-seat-commit'
  | 'after-seat-commit'
  | 'after-reminder'
  | 'before-reminder-commit'
  | 'after-reminder-commit'
  | 'after-copies'
  | 'before-copies-commit'
  | 'after-copies-commit'
  | 'after-claim'
  | 'before-outcome';

export class Site {
  #child: ChildProcess | null = null;
  #exited: Promise<void> = Promise.resolve();
  starts = 0;

  constructor(
    readonly url: string,
    readonly folder: string,
    readonly env: Record<string, string>,
  ) {}

  get logFile(): string {
    return join(this.folder, 'site.log');
  }

  get #killFile(): string {
    return join(this.folder, 'kill');
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** @returns milliseconds until the service was ready */
  async start(more: Record<string, string> = {}): Promise<number> {
    const preload = join(root, 'e2e', 'faults', 'kill-points.mjs');
    const child = spawn(process.execPath, ['--import', preload, 'dist/server.mjs'], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        NODE_ENV: 'production',
        ...this.env,
        ...more,
        KILL_FILE: this.#killFile,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => appendFileSync(this.logFile, bytes));
    this.#child = child;
    this.starts += 1;
    this.#exited = new Promise((resolve) => {
      child.once('exit', () => {
        if (this.#child === child) this.#child = null;
        resolve();
      });
    });
    return waitUntil('the service is ready', 180_000, async () => {
      if (!this.isRunning) throw new Error(`the service exited during start, see ${this.logFile}`);
      return (await this.fetchStatus('/readyz')) === 200;
    });
  }

  async fetchStatus(path: string, timeoutMs = 5000): Promise<number> {
    try {
      const answer = await fetch(this.url + path, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM');
    await this.#exited;
  }

  arm(point: KillPoint): void {
    writeFileSync(this.#killFile, point);
  }

  disarm(): void {
    rmSync(this.#killFile, { force: true });
  }

  async waitUntilDead(ms = 15_000): Promise<void> {
    await waitUntil('the service is dead', ms, () => !this.isRunning, 10);
    if (existsSync(this.#killFile)) throw new Error('the service died, but not at the armed point');
  }

  log(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }
}
