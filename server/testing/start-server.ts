import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { parseConfig } from '@/lib/config/config';
import { lifecycle } from '@/lib/process/shared-state';
import { createApp } from '@/server/app';
import { type HttpLimits, httpLimits } from '@/server/options';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A list is sent in chunks, without `Content-Length`. */
  readonly body?: string | Buffer | readonly string[];
}

export interface TestServer {
  readonly folder: string;
  readonly port: number;
  readonly app: FastifyInstance;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  connectionCount(): Promise<number>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<HttpLimits>;
  readonly ready?: boolean;
  readonly prepare?: (folder: string) => void;
}

export type TestApplication = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Sends the request as given, without cookies, decoding or redirects. */
function ask(port: number, path: string, { method = 'GET', headers = {}, body }: AskOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const pieces = typeof body === 'string' || Buffer.isBuffer(body) ? [body] : (body ?? []);
    const length =
      body !== undefined && !Array.isArray(body)
        ? { 'content-length': String(Buffer.byteLength(body as string | Buffer)) }
        : {};
    const request = httpRequest(
      { port, path, method, headers: { ...length, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const whole = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: whole,
            text: whole.toString('utf8'),
          });
        });
      },
    );
    request.on('error', reject);
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

export async function startServer(
  application: TestApplication,
  { env = {}, limits = {}, ready = true, prepare }: TestServerOptions = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'server-'));
  for (const name of ['media', 'data', 'public', '.next/static', 'dist/compressed'])
    mkdirSync(join(folder, name), { recursive: true });
  prepare?.(folder);
  const settings = parseConfig({
    AUTH_SECRET: 'a-secret-for-tests-of-32-characters!',
    SITE_URL: 'http://site.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MEDIA_DIR: join(folder, 'media'),
    DATA_DIR: join(folder, 'data'),
    ...env,
  });
  Object.assign(lifecycle, { ready: false, stopping: false, storageLow: false });
  lifecycle.readyTasks.length = 0;
  lifecycle.stopTasks.length = 0;
  const app = await createApp({ settings, application, folder, limits: { ...httpLimits, ...limits } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  lifecycle.ready = ready;
  return {
    folder,
    port,
    app,
    ask: (path, options) => ask(port, path, options),
    connectionCount: () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count))),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
