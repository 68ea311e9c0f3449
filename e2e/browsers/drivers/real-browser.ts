import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Size {
  width: number;
  height: number;
}
export type Engine = 'firefox' | 'webkit';

/** Commands that both protocols support. `visitor.ts` finds elements. */
export interface RealBrowser {
  goto(url: string): Promise<void>;
  goBack(): Promise<void>;
  evaluate<Value, Argument = undefined>(
    work: (argument: Argument) => Value | Promise<Value>,
    argument?: Argument,
  ): Promise<Value>;
  /** Clicks in a way that the browser takes for a user gesture. */
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Sets the viewport, without the browser's bars. */
  resize(size: Size): Promise<void>;
  listTabs(): Promise<string[]>;
  switchTo(tab: string): Promise<void>;
  closeTab(): Promise<void>;
  /** Returns a PNG in base64. */
  takeScreenshot(): Promise<string>;
  stop(): Promise<void>;
}

export interface RunningProgram {
  waitForLine: (pattern: RegExp) => Promise<RegExpExecArray>;
  assertRuns: () => void;
  stop: () => Promise<void>;
}

/** Starts the program in its own process group, so that its child processes end with it. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningProgram {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const assertRuns = () => {
    if (!isRunning()) throw new Error(`${command} ended: ${output}`);
  };
  return {
    assertRuns,
    async waitForLine(pattern) {
      const end = Date.now() + 60_000;
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        assertRuns();
        if (Date.now() > end) throw new Error(`${command} did not print the expected line: ${output}`);
        await sleep(100);
      }
    },
    async stop() {
      if (isRunning()) process.kill(-child.pid!, 'SIGKILL');
      await ended;
    },
  };
}
