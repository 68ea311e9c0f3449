import { request } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { socketAddress } from '@/lib/database/folder-lock';

export const controlRequestSchema = z.object({ args: z.array(z.string()) });
const controlAnswerSchema = z.object({ ok: z.boolean(), lines: z.array(z.string()) });
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;

export const controlCommands = [
  'seed',
  'admin',
  'doctor',
  'backup',
  'content:export',
  'content:import',
  'newsletter:bounce',
] as const;
export type ControlCommand = (typeof controlCommands)[number];

export const socketPath = (dataDir: string): string => socketAddress(join(dataDir, 'control.sock'));

/** Returns null if no service listens. Sets no time limit, because a backup can take a long time. */
export async function askService(
  dataDir: string,
  command: ControlCommand,
  args: string[],
): Promise<ControlAnswer | null> {
  const text = await postCommand(dataDir, command, JSON.stringify({ args }));
  return text === null ? null : controlAnswerSchema.parse(JSON.parse(text));
}

export async function isServiceListening(dataDir: string): Promise<boolean> {
  return (await postCommand(dataDir, '', '')) !== null;
}

function postCommand(dataDir: string, command: string, body: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const call = request(
      { socketPath: socketPath(dataDir), path: `/${command}`, method: 'POST', agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve(text)).on('error', reject);
      },
    );
    let connected = false;
    call.on('socket', (socket) => socket.on('connect', () => (connected = true)));
    call.on('error', (error) => (connected ? reject(error) : resolve(null)));
    call.end(body);
  });
}
