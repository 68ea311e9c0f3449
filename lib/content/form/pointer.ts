import type { JsonValue } from './form-node';

export type Path = readonly (string | number)[];

/** Of a JSON Pointer (RFC 6901); `""` is the whole document. Null for what is not a pointer, or reaches for an object's prototype. */
export function pathOf(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.some((part) => ['__proto__', 'prototype', 'constructor'].includes(part)) ? null : parts;
}

/** As the contract names a nested field in `errors`: `billing_data.phone_number`, `0.amount`. */
export function dottedOf(path: Path): string {
  return path.join('.');
}

export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((at, part) => childOf(at, part), value);
}

/** A copy with one place changed; `undefined` takes the place out. Null when its parent does not exist. */
export function withValueAt(value: JsonValue, path: Path, next: JsonValue | undefined): JsonValue | null {
  const [head, ...rest] = path;
  if (head === undefined) return next ?? null;
  if (Array.isArray(value)) return listWith(value, head, rest, next);
  if (value === null || typeof value !== 'object') return null;
  const child = rest.length === 0 ? next : changedChild(childOf(value, head), rest, next);
  if (child === null && rest.length > 0) return null;
  const { [head]: _old, ...others } = value;
  if (child === undefined) return others;
  return Object.hasOwn(value, head) ? { ...value, [head]: child } : { ...others, [head]: child };
}

function listWith(list: JsonValue[], head: string | number, rest: Path, next: JsonValue | undefined): JsonValue | null {
  const index = head === '-' ? list.length : Number(head);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return null;
  const child = rest.length === 0 ? next : changedChild(list[index], rest, next);
  if (child === null && rest.length > 0) return null;
  return child === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, child);
}

function changedChild(child: JsonValue | undefined, rest: Path, next: JsonValue | undefined): JsonValue | null {
  return child === undefined ? null : withValueAt(child, rest, next);
}

function childOf(value: JsonValue | undefined, part: string | number): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(part)];
  return value !== null && typeof value === 'object' && Object.hasOwn(value, part) ? value[part] : undefined;
}
