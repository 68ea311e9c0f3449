import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Stack } from '../faults/stack';

export interface Finding {
  what: string;
  isHeld: boolean;
  result: string;
}

export interface Attack {
  /** Number in docs/security.md. */
  number: number;
  title: string;
  run: (stack: Stack) => Promise<Finding[]>;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  tookMs: number;
}

interface AttackRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends the request as given, on a new connection. Status 0 means that the connection broke. */
export function ask(stack: Stack, { method = 'GET', path, headers = {}, body }: AttackRequest): Promise<Answer> {
  const startedAtMs = Date.now();
  return new Promise((resolve) => {
    const resolveAnswer = (status: number, answered: IncomingHttpHeaders, text: string) =>
      resolve({ status, headers: answered, text, tookMs: Date.now() - startedAtMs });
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = httpRequest(
      { host: '127.0.0.1', port: stack.options.port, path, method, agent: false, headers: { ...length, ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('error', () => resolveAnswer(0, {}, ''));
        answer.once('end', () =>
          resolveAnswer(answer.statusCode ?? 0, answer.headers, Buffer.concat(parts).toString()),
        );
      },
    );
    call.setTimeout(30_000, () => call.destroy());
    call.once('error', () => resolveAnswer(0, {}, '')).end(body);
  });
}

export const json = { 'content-type': 'application/json' };
export const form = { 'content-type': 'application/x-www-form-urlencoded' };
export const buildBearer = (token: string) => ({ authorization: `Bearer ${token}` });

export const post = (stack: Stack, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(stack, { method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(body) });

export const readCookies = ({ headers }: Answer): string =>
  (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');

export const dropId = ({ text }: Answer): string => text.replace(/"requestId":"[^"]*"/, '');

export const expectStatus = (what: string, { status }: Pick<Answer, 'status'>, ...allowed: number[]): Finding => ({
  what,
  isHeld: allowed.includes(status),
  result: `${status}`,
});

export async function expectNoFailure(stack: Stack, what: string, asking: readonly AttackRequest[]): Promise<Finding> {
  const broken: string[] = [];
  for (const asked of asking) {
    const { status } = await ask(stack, asked);
    if (status === 0 || status >= 500) broken.push(`${status} ${asked.method ?? 'GET'} ${asked.path}`);
  }
  return {
    what,
    isHeld: broken.length === 0,
    result: broken.length === 0 ? `${asking.length} answered` : broken.slice(0, 3).join(', '),
  };
}

export interface DripResult {
  /** Null if the connection was still open. */
  endedMs: number | null;
  received: string;
}

export function sendSlowly(stack: Stack, first: string, drop: string, forMs: number): Promise<DripResult> {
  const startedAtMs = Date.now();
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: '127.0.0.1', port: stack.options.port });
    const finish = (endedMs: number | null) => {
      clearInterval(dripping);
      clearTimeout(patience);
      socket.destroy();
      resolve({ endedMs, received });
    };
    socket.write(first);
    const dripping = setInterval(() => void (drop && socket.write(drop)), 1000);
    const patience = setTimeout(() => finish(null), forMs);
    socket.on('data', (part) => (received += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.once('close', () => finish(Date.now() - startedAtMs));
  });
}
