import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '@/lib/http/app';
import { createFront, type RunningFront } from '@/lib/http/create-front';
import { markReady } from '@/lib/lifecycle';
import type { FrontOptions } from '@/lib/http/front-options';
import { httpLimits } from '@/lib/http/http-server';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** one piece is sent with its length; several are sent in chunks, without */
  readonly body?: string | readonly string[];
}

export interface FrontUnderTest {
  readonly folder: string;
  readonly port: number;
  readonly front: RunningFront;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** The request as given, letter for letter: no cookie jar, no decoding, no following. */
export function askPort(port: number, path: string, options: AskOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options;
    const length = typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
    const request = httpRequest({ port, path, method, headers: { ...length, ...headers }, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: whole, text: whole.toString('utf8') });
      });
    });
    request.on('error', reject);
    for (const piece of typeof body === 'string' ? [body] : (body ?? [])) request.write(piece);
    request.end();
  });
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A real front on a real port, with a stand-in for the application and folders of its own. */
export async function startFront(app: App, change: Partial<FrontOptions> = {}, ready = true): Promise<FrontUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'front-'));
  for (const name of ['media', 'data', 'public', 'static', 'compressed']) mkdirSync(join(folder, name));
  const front = createFront({
    app, log: silent, siteUrl: 'http://site.example', languages: ['ar', 'en', 'de'], unknownPath: () => null,
    policySources: { formAction: [], frame: [], script: [], connect: [], img: [] },
    staticRoots: [], mediaDir: join(folder, 'media'), mediaBucket: null, dataDir: join(folder, 'data'), sendFiles: 'self',
    trustedProxies: 0, limitScale: 1, pageBytes: 4_000_000, staticBytes: 4_000_000, warmPages: false,
    limits: httpLimits, ...change,
  });
  await new Promise<void>((resolve) => front.server.listen(0, '127.0.0.1', resolve));
  const { port } = front.server.address() as AddressInfo;
  if (ready) markReady();
  return {
    folder, port, front,
    ask: (path, options) => askPort(port, path, options),
    async close() {
      front.cut();
      await new Promise((resolve) => front.server.close(resolve));
      front.parts.storage.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
