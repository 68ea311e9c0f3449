import { truncate } from '@/lib/truncate';

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const summaryKeys = ['detail', 'message', 'code'];

/** Paymob's error bodies have no fixed shape: `detail`, `message` or `code` may stand at the top. */
export function summaryOf(body: unknown): { message: string | null; code: string | null } {
  if (!isObject(body)) return { message: null, code: null };
  const text = (key: string) => (typeof body[key] === 'string' ? truncate(body[key], 300) : null);
  return { message: text('detail') ?? text('message') ?? text('code'), code: text('code') };
}

/** Flattens `{field: [text]}` and `{field: {sub: [text]}}` to dotted names. */
export function fieldErrorsOf(body: unknown, prefix = ''): Record<string, string[]> {
  if (!isObject(body)) return {};
  const found: Record<string, string[]> = {};
  for (const [key, value] of Object.entries(body)) {
    if (prefix === '' && summaryKeys.includes(key)) continue;
    if (Array.isArray(value)) {
      const texts = value.filter((item) => typeof item === 'string');
      if (texts.length > 0) found[prefix + key] = texts;
    } else if (isObject(value) && prefix.split('.').length < 4) {
      Object.assign(found, fieldErrorsOf(value, `${prefix}${key}.`));
    }
  }
  return found;
}

const secretField =
  /"(client_secret|token|auth_token|key|api_key|hmac|email|phone_number|first_name|last_name|pan|card_num|masked_pan)"\s*:\s*"(?:[^"\\]|\\.)*(?:"|$)/gi;
const secretKey = /\b[a-z]{3}_(?:sk|csk)_(?:test|live)_\w+/gi;

/** At most 2 kB of an answer, without what must not reach a log. */
export function redacted(text: string): string {
  return truncate(text, 2048).replace(secretField, '"$1":"…"').replace(secretKey, '…');
}
