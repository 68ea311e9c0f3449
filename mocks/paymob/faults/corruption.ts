import type { CallbackEvent } from '../state/records';

const other = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return `${String(value ?? '')}x`;
};

/** Spoils the signature (`hmac`), cuts the body (`body`), or changes one field of `obj` after it was signed. */
export function spoil({ body, hmac }: Pick<CallbackEvent, 'body' | 'hmac'>, field: string | null): { body: string; hmac: string } {
  if (field === null) return { body, hmac };
  if (field === 'hmac') return { body, hmac: (hmac.startsWith('0') ? '1' : '0') + hmac.slice(1) };
  if (field === 'body') return { body: body.slice(0, body.length / 2), hmac };
  const parsed = JSON.parse(body) as { obj: Record<string, unknown> };
  const path = field.split('.');
  const last = path.pop() ?? field;
  const parent = path.reduce<Record<string, unknown>>((node, key) => (node[key] ?? {}) as Record<string, unknown>, parsed.obj);
  parent[last] = other(parent[last]);
  return { body: JSON.stringify(parsed), hmac };
}
