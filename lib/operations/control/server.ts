import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { tryLock } from '@/lib/database/folder-lock';
import { log } from '@/lib/log';
import {
  type ControlAnswer,
  type ControlCommand,
  controlCommands,
  controlRequestSchema,
  isServiceListening,
  socketPath,
} from './client';

export type Commands = Record<ControlCommand, (args: string[]) => Promise<ControlAnswer>>;

/** Replaces a dead socket only while holding the lock, so that exactly one process runs the commands. */
export async function startControlSocket(dataDir: string, commands: Commands): Promise<{ stop(): Promise<void> }> {
  const path = socketPath(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const unowned = { stop: async () => undefined };
  const lock = await tryLock(join(dataDir, 'control.lock'));
  if ('pid' in lock) return unowned;
  try {
    // Version 0.0.4 listens without the lock.
    if (await isServiceListening(dataDir)) {
      lock.release();
      return unowned;
    }
    rmSync(path, { force: true });
    const server = createServer((request, response) => void handleCommand(request, response, commands));
    await listenPrivately(server, path);
    return {
      async stop() {
        server.closeAllConnections();
        await new Promise<void>((resolve) => server.close(() => resolve()));
        rmSync(path, { force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Sets the umask during `listen`, which creates the socket synchronously: the socket is private from the start. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  await listening;
  chmodSync(path, 0o600);
}

async function handleCommand(request: IncomingMessage, response: ServerResponse, commands: Commands): Promise<void> {
  const name = controlCommands.find((each) => request.url === `/${each}`);
  if (request.method !== 'POST' || !name) return sendAnswer(response, 404, { ok: false, lines: ['Unknown command.'] });
  try {
    const body: unknown = JSON.parse(await readBody(request));
    sendAnswer(response, 200, await commands[name](controlRequestSchema.parse(body).args));
  } catch (error) {
    log.error({ err: error, command: name }, 'A command failed');
    sendAnswer(response, 200, { ok: false, lines: [reasonOf(error)] });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return `${message}: the service has no permission. Its own files must belong to its user (chown). A file named in a command must be in a folder that the unit lets it write (ReadWritePaths in site.service), such as /var/backups/site.`;
  }
  return error instanceof Error ? message : String(error);
}

function sendAnswer(response: ServerResponse, status: number, body: ControlAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
}
