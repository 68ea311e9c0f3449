import { parseWellFormed } from '@/lib/text/well-formed';
import { PaymobApiError, PaymobNetworkError, PaymobProtocolError, PaymobTimeout } from './errors';
import { fieldErrorsOf, summaryOf } from './error-body';
import { redacted } from './error-body';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly authorization?: string;
  readonly body?: unknown;
  /** Only reads and sign-in may be sent again by themselves; what moves money never. */
  readonly repeatable: boolean;
}

export interface Transport {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
}

const maxAnswerChars = 1_000_000;
const repeats = 2;

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

async function exchange(transport: Transport, call: Call): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  if (call.authorization) headers.authorization = call.authorization;
  try {
    const response = await transport.fetch(`${transport.baseUrl}${call.path}`, {
      method: call.method,
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
      redirect: 'error',
      signal: AbortSignal.timeout(transport.timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (isTimeout(cause)) throw new PaymobTimeout(`no answer to ${call.method} ${call.path} within ${transport.timeoutMs} ms`);
    throw new PaymobNetworkError(`${call.method} ${call.path} failed`, { cause });
  }
}

function answerOf(call: Call, { status, text }: { status: number; text: string }): unknown {
  let body: unknown;
  try {
    body = text.length > maxAnswerChars ? undefined : parseWellFormed(text);
  } catch {
    body = undefined;
  }
  if (status >= 400) {
    const { message, code } = summaryOf(body);
    throw new PaymobApiError(status, message ?? `Paymob answered ${status}`, code, fieldErrorsOf(body), redacted(text));
  }
  if (body === undefined || status >= 300) {
    throw new PaymobProtocolError(`${call.method} ${call.path} answered ${status} with something that is not JSON`);
  }
  return body;
}

function mayRepeat(error: unknown): boolean {
  if (error instanceof PaymobNetworkError) return true;
  return error instanceof PaymobApiError && [429, 502, 503, 504].includes(error.status);
}

/** Sends one call and gives its parsed body, or throws one of this folder's errors. */
export async function send(transport: Transport, call: Call): Promise<unknown> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return answerOf(call, await exchange(transport, call));
    } catch (error) {
      if (!call.repeatable || repeat >= repeats || !mayRepeat(error)) throw error;
      await transport.pause(100 * 2 ** repeat * (1 + Math.random()));
    }
  }
}
