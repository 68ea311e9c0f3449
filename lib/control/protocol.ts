import { join, relative, resolve } from 'node:path';
import { z } from 'zod';

/** What a command line asks of the running service, and what it prints afterwards. */
export const controlRequest = z.object({ args: z.array(z.string()) });
export const controlAnswer = z.object({ ok: z.boolean(), lines: z.array(z.string()) });
export type ControlAnswer = z.infer<typeof controlAnswer>;

export const controlCommands = ['seed', 'admin', 'doctor', 'backup'] as const;
export type ControlCommand = (typeof controlCommands)[number];

/** Unix socket paths end after about 100 bytes, so the shorter way there is taken. */
export function socketPath(dataDir: string): string {
  const path = resolve(join(dataDir, 'control.sock'));
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}
