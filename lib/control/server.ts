import 'server-only';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { tryLock } from '@/lib/database/folder-lock';
import { log } from '@/lib/log';
import { isServiceListening } from './client';
import { controlCommands, controlRequest, socketPath, type ControlAnswer, type ControlCommand } from './protocol';

export type Commands = Record<ControlCommand, (args: string[]) => Promise<ControlAnswer>>;

/**
 * `DATA_DIR/control.sock`, for the service's own user alone: the commands go through the process that has the
 * embedded database. Of several processes on one DATA_DIR one has it, by a lock: a socket that nobody listens to
 * may be replaced only by who alone looks at it.
 */
export async function startControl(dataDir: string, commands: Commands): Promise<{ stop(): Promise<void> }> {
  const path = socketPath(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const leaveIt = { stop: async () => undefined };
  const lock = await tryLock(join(dataDir, 'control.lock'));
  if ('pid' in lock) return leaveIt;
  try {
    // Version 0.0.4 listens without the lock.
    if (await isServiceListening(dataDir)) {
      lock.release();
      return leaveIt;
    }
    rmSync(path, { force: true });
    const server = createServer((request, response) => void answer(request, response, commands));
    await listenPrivately(server, path);
    return {
      async stop() {
        server.closeAllConnections();
        await new Promise<void>((done) => server.close(() => done()));
        rmSync(path, { force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The socket is made by `listen` itself, at once: the mask makes it private from its first moment. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const listening = new Promise<void>((done, refuse) => {
    server.once('listening', done);
    server.once('error', refuse);
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

async function answer(request: IncomingMessage, response: ServerResponse, commands: Commands): Promise<void> {
  const name = controlCommands.find((each) => request.url === `/${each}`);
  if (request.method !== 'POST' || !name) return send(response, 404, { ok: false, lines: ['Unknown command.'] });
  try {
    const body: unknown = JSON.parse(await textOf(request));
    send(response, 200, await commands[name](controlRequest.parse(body).args));
  } catch (error) {
    log.error({ err: error, command: name }, 'A command failed');
    send(response, 200, { ok: false, lines: [error instanceof Error ? error.message : String(error)] });
  }
}

function send(response: ServerResponse, status: number, body: ControlAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
}
