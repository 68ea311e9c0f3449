import { request, type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly milliseconds: number;
}

export interface Question {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly agent?: Agent;
}

/** One request, on a connection of its own unless an agent has one, answered byte for byte: nothing is decoded. */
export function ask(port: number, path: string, { method = 'GET', headers = {}, body, agent }: Question = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const milliseconds = performance.now() - began;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks), milliseconds });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

export async function askJson<T>(port: number, path: string, body: unknown, headers: OutgoingHttpHeaders = {}): Promise<T> {
  const text = JSON.stringify(body);
  const answer = await ask(port, path, { method: 'POST', body: text, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers } });
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString() || 'null') as T;
}

const ofTheConnection = new Set(['date', 'connection', 'keep-alive', 'content-length', 'etag', 'transfer-encoding', 'last-modified', 'accept-ranges']);

/** The headers that a reference must send too, so that both contestants send the same bytes. */
export function sameHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([name, value]) => !ofTheConnection.has(name) && value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
