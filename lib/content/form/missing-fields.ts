import type { JsonValue } from './form-node';
import { valueAt, type Path } from './pointer';

/** The texts that another language has and this one does not, by language. */
export function missingFields(values: Readonly<Record<string, JsonValue>>, parts: readonly string[]): Record<string, Path[]> {
  const written = new Map(parts.flatMap((part) => textPaths(values[part])).map((path) => [path.join('\n'), path] as const));
  return Object.fromEntries(parts.map((part) => [part, [...written.values()].filter((path) => !isWritten(valueAt(values[part], path)))]));
}

const isWritten = (value: JsonValue | undefined): boolean => value !== undefined && value !== null && value !== '';

/** Where a text is written. */
export function textPaths(value: JsonValue | undefined, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => textPaths(each, [...path, index]));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, each]) => textPaths(each, [...path, key]));
  return typeof value === 'string' && value !== '' ? [path] : [];
}
