import type { FormNode, GroupNode, JsonValue } from './form-node';

export type Path = readonly (string | number)[];

/** Parses a JSON Pointer (RFC 6901). Returns null if it is invalid or would reach an object's prototype. */
export function parsePointer(pointer: string): string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.some((part) => ['__proto__', 'prototype', 'constructor'].includes(part)) ? null : parts;
}

/** Returns the API's name for a nested field in `errors`: `billing_data.phone_number`, `0.amount`. */
export function dottedPath(path: Path): string {
  return path.join('.');
}

export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((at, part) => findChild(at, part), value);
}

/** Returns a copy with one place changed, or removed by `undefined`. Null if the parent does not exist. */
export function withValueAt(value: JsonValue, path: Path, next: JsonValue | undefined): JsonValue | null {
  const [head, ...rest] = path;
  if (head === undefined) return next ?? null;
  if (Array.isArray(value)) return changeListItem(value, head, rest, next);
  if (value === null || typeof value !== 'object') return null;
  const child = rest.length === 0 ? next : changeChild(findChild(value, head), rest, next);
  if (child === null && rest.length > 0) return null;
  if (child !== undefined) return { ...value, [head]: child };
  const { [head]: _old, ...others } = value;
  return others;
}

function changeListItem(
  list: JsonValue[],
  head: string | number,
  rest: Path,
  next: JsonValue | undefined,
): JsonValue | null {
  const index = head === '-' ? list.length : Number(head);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return null;
  const child = rest.length === 0 ? next : changeChild(list[index], rest, next);
  if (child === null && rest.length > 0) return null;
  return child === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, child);
}

function changeChild(child: JsonValue | undefined, rest: Path, next: JsonValue | undefined): JsonValue | null {
  return child === undefined ? null : withValueAt(child, rest, next);
}

function findChild(value: JsonValue | undefined, part: string | number): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(part)];
  return value !== null && typeof value === 'object' && Object.hasOwn(value, part) ? value[part] : undefined;
}

export function blankValue(node: FormNode): JsonValue {
  if ('nullable' in node && node.nullable) return null;
  switch (node.kind) {
    case 'text':
      return '';
    case 'number':
      return node.min ?? 0;
    case 'boolean':
      return false;
    case 'choice':
      return node.options[0] ?? '';
    case 'fixed':
      return node.value;
    case 'list':
    case 'choices':
      return [];
    case 'map':
      return {};
    case 'group':
      return blankGroup(node);
    case 'variants':
      return node.variants[0] ? blankGroup(node.variants[0].node) : {};
    case 'json':
      return null;
  }
}

function blankGroup(node: GroupNode): JsonValue {
  const required = node.fields.filter((field) => field.required);
  return Object.fromEntries(required.map((field) => [field.name, blankValue(field.node)]));
}

export const pickFields = (
  row: Readonly<Record<string, JsonValue>>,
  { fields }: GroupNode,
): Record<string, JsonValue> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fields.some((field) => field.name === name)));

export function missingFields(
  values: Readonly<Record<string, JsonValue>>,
  parts: readonly string[],
): Record<string, Path[]> {
  const written = new Map(
    parts.flatMap((part) => textPaths(values[part])).map((path) => [path.join('\n'), path] as const),
  );
  return Object.fromEntries(
    parts.map((part) => [part, [...written.values()].filter((path) => !hasText(valueAt(values[part], path)))]),
  );
}

const hasText = (value: JsonValue | undefined): boolean => value !== undefined && value !== null && value !== '';

function textPaths(value: JsonValue | undefined, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => textPaths(each, [...path, index]));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => textPaths(each, [...path, key]));
  return typeof value === 'string' && value !== '' ? [path] : [];
}

const maxTexts = 40;

export function findTextPaths(
  values: Readonly<Record<string, JsonValue>>,
  parts: readonly string[],
  words: string,
): Path[] {
  const sought = words.trim().toLowerCase();
  const found = parts.flatMap((part) =>
    textPaths(values[part]).filter((path) =>
      `${dottedPath(path)} ${String(valueAt(values[part], path))}`.toLowerCase().includes(sought),
    ),
  );
  return [...new Map(found.map((path) => [dottedPath(path), path] as const)).values()].slice(0, maxTexts);
}

export function formOfTexts(paths: readonly Path[]): GroupNode {
  const names = [...new Set(paths.map(([name]) => String(name)))];
  return {
    kind: 'group',
    fields: names.map((name) => {
      const inner = paths
        .filter((path) => String(path[0]) === name)
        .map((path) => path.slice(1))
        .filter((path) => path.length > 0);
      return {
        name,
        required: true,
        node: inner.length > 0 ? formOfTexts(inner) : { kind: 'text', format: 'long', nullable: false },
      };
    }),
  };
}
