import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface TimedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly milliseconds: number;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly agent?: Agent;
}

export function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, agent }: RequestOptions = {},
): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const milliseconds = performance.now() - began;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          milliseconds,
        });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

export async function requestJson<T>(
  port: number,
  path: string,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): Promise<T> {
  const text = JSON.stringify(body);
  const answer = await sendRequest(port, path, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
  });
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString() || 'null') as T;
}

const connectionHeaders = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'etag',
  'transfer-encoding',
  'last-modified',
  'accept-ranges',
]);

/** Returns the headers that the reference server must copy, so that it sends the same bytes as the service. */
export function copyHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(
    ([name, value]) => !connectionHeaders.has(name) && value !== undefined,
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
