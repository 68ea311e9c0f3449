import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Size { width: number; height: number }
export type Engine = 'firefox' | 'webkit';

/** The little that both protocols can do alike; finding things on a page is `visitor.ts`. */
export interface RealBrowser {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** Runs in the page and waits for a promise that it returns. */
  evaluate<Value, Argument = undefined>(work: (argument: Argument) => Value | Promise<Value>, argument?: Argument): Promise<Value>;
  /** A real press, which counts as the visitor's own. */
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** The page's viewport, without the browser's own bars. */
  resize(size: Size): Promise<void>;
  /** Oldest first. */
  tabs(): Promise<string[]>;
  switchTo(tab: string): Promise<void>;
  closeTab(): Promise<void>;
  /** A PNG in base64. */
  screenshot(): Promise<string>;
  stop(): Promise<void>;
}

export interface RunningProgram { /** Waits for a line of its output. */ line: (pattern: RegExp) => Promise<RegExpExecArray>; assertRuns: () => void; stop: () => Promise<void> }

/** Starts a program in a process group of its own, so that its children end with it. */
export function startProgram(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProgram {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => { output += text; });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const assertRuns = () => {
    if (!isRunning()) throw new Error(`${command} ended: ${output}`);
  };
  return {
    assertRuns,
    async line(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        assertRuns();
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
      }
    },
    async stop() {
      if (isRunning()) process.kill(-child.pid!, 'SIGKILL');
      await ended;
    },
  };
}
