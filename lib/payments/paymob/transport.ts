import { parseWellFormed } from '@/lib/json-file';
import { type ServiceOutcome, timeService } from '@/lib/process/recorded-metrics';
import { truncate } from '@/lib/text';

export interface PaymobCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly authorization?: string;
  readonly body?: unknown;
  /** Set it only for reads and sign-in: a call that moves money must never be repeated automatically. */
  readonly isRepeatable: boolean;
}

export interface Transport {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
}

/** Inquiries have their own metric, because they can succeed while buyers cannot pay. */
export const paymobServices = ['paymob', 'paymob-inquiry'] as const;

const maxResponseChars = 1_000_000;
const repeats = 2;

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

/** Paymob answers 404 for an order that the buyer has not tried to pay yet. */
function outcomeOf(status: number): ServiceOutcome {
  if (status >= 500) return 'failed';
  return status >= 400 && status !== 404 ? 'refused' : 'ok';
}

async function exchange(transport: Transport, call: PaymobCall): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  if (call.authorization) headers.authorization = call.authorization;
  const record = timeService(call.isRepeatable ? 'paymob-inquiry' : 'paymob');
  try {
    const response = await transport.fetch(`${transport.baseUrl}${call.path}`, {
      method: call.method,
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
      redirect: 'error',
      signal: AbortSignal.timeout(transport.timeoutMs),
    });
    const text = await response.text();
    record(outcomeOf(response.status));
    return { status: response.status, text };
  } catch (cause) {
    record(isTimeout(cause) ? 'timeout' : 'unreachable');
    if (isTimeout(cause))
      throw new PaymobTimeout(`no answer to ${call.method} ${call.path} within ${transport.timeoutMs} ms`);
    throw new PaymobNetworkError(`${call.method} ${call.path} failed`, { cause });
  }
}

function parseResponse(call: PaymobCall, { status, text }: { status: number; text: string }): unknown {
  let body: unknown;
  try {
    body = text.length > maxResponseChars ? undefined : parseWellFormed(text);
  } catch {
    body = undefined;
  }
  if (status >= 400) {
    const { message, code } = summariseFieldErrors(body);
    throw new PaymobApiError(
      status,
      message ?? `Paymob answered ${status}`,
      code,
      parseFieldErrors(body),
      redact(text),
    );
  }
  if (body === undefined || status >= 300) {
    throw new PaymobProtocolError(`${call.method} ${call.path} answered ${status} with a body that is not JSON`);
  }
  return body;
}

function isRetryable(error: unknown): boolean {
  if (error instanceof PaymobNetworkError) return true;
  return error instanceof PaymobApiError && [429, 502, 503, 504].includes(error.status);
}

export async function sendCall(transport: Transport, call: PaymobCall): Promise<unknown> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return parseResponse(call, await exchange(transport, call));
    } catch (error) {
      if (!call.isRepeatable || repeat >= repeats || !isRetryable(error)) throw error;
      await transport.pause(100 * 2 ** repeat * (1 + Math.random()));
    }
  }
}

export abstract class PaymobError extends Error {}

/** Paymob answered with an error status. `fieldErrors` uses Paymob's own field names, nested ones dotted. */
export class PaymobApiError extends PaymobError {
  override readonly name = 'PaymobApiError';
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | null,
    readonly fieldErrors: Readonly<Record<string, readonly string[]>>,
    /** At most 2 kB, without secrets and personal data. */
    readonly raw: string,
  ) {
    super(message);
  }

  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** No complete answer in time. Money may have moved nevertheless: read the state back before trying again. */
export class PaymobTimeout extends PaymobError {
  override readonly name = 'PaymobTimeout';
}

/** The connection failed. As with a timeout, the request may have arrived. */
export class PaymobNetworkError extends PaymobError {
  override readonly name = 'PaymobNetworkError';
}

export class PaymobProtocolError extends PaymobError {
  override readonly name = 'PaymobProtocolError';
}

export class PaymobInputError extends PaymobError {
  override readonly name = 'PaymobInputError';
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const summaryKeys = ['detail', 'message', 'code'];

/** Paymob's error bodies have no fixed shape: each of `detail`, `message` and `code` may be at the top level. */
function summariseFieldErrors(body: unknown): { message: string | null; code: string | null } {
  if (!isObject(body)) return { message: null, code: null };
  const textField = (key: string) => (typeof body[key] === 'string' ? truncate(body[key], 300) : null);
  return { message: textField('detail') ?? textField('message') ?? textField('code'), code: textField('code') };
}

/** Flattens `{field: [text]}` and `{field: {sub: [text]}}` to dotted names. */
function parseFieldErrors(body: unknown, prefix = ''): Record<string, string[]> {
  if (!isObject(body)) return {};
  const found: Record<string, string[]> = {};
  for (const [key, value] of Object.entries(body)) {
    if (prefix === '' && summaryKeys.includes(key)) continue;
    if (Array.isArray(value)) {
      const texts = value.filter((item) => typeof item === 'string');
      if (texts.length > 0) found[prefix + key] = texts;
    } else if (isObject(value) && prefix.split('.').length < 4) {
      Object.assign(found, parseFieldErrors(value, `${prefix}${key}.`));
    }
  }
  return found;
}

const secretField =
  /"(client_secret|token|auth_token|key|api_key|hmac|email|phone_number|first_name|last_name|pan|card_num|masked_pan)"\s*:\s*"(?:[^"\\]|\\.)*(?:"|$)/gi;
const secretKey = /\b[a-z]{3}_(?:sk|csk)_(?:test|live)_\w+/gi;

function redact(text: string): string {
  return truncate(text, 2048).replace(secretField, '"$1":"…"').replace(secretKey, '…');
}
