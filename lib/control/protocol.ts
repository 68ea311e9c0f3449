import { join } from 'node:path';
import { z } from 'zod';
import { socketAddress } from '@/lib/database/socket-address';

/** What a command line asks of the running service, and what it prints afterwards. */
export const controlRequest = z.object({ args: z.array(z.string()) });
export const controlAnswer = z.object({ ok: z.boolean(), lines: z.array(z.string()) });
export type ControlAnswer = z.infer<typeof controlAnswer>;

export const controlCommands = ['seed', 'admin', 'doctor', 'backup'] as const;
export type ControlCommand = (typeof controlCommands)[number];

export const socketPath = (dataDir: string): string => socketAddress(join(dataDir, 'control.sock'));
