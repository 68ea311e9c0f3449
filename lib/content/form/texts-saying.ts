import type { GroupNode, JsonValue } from './form-node';
import { textPaths } from './missing-fields';
import { dottedOf, valueAt, type Path } from './pointer';

/** More than can be read through. */
const most = 40;

/** Where any part has these words, in its text or its key. */
export function textsSaying(values: Readonly<Record<string, JsonValue>>, parts: readonly string[], words: string): Path[] {
  const sought = words.trim().toLowerCase();
  const found = parts.flatMap((part) => textPaths(values[part]).filter((path) => `${dottedOf(path)} ${String(valueAt(values[part], path))}`.toLowerCase().includes(sought)));
  return [...new Map(found.map((path) => [dottedOf(path), path] as const)).values()].slice(0, most);
}

/** A form of these texts alone, in their groups. */
export function formOfTexts(paths: readonly Path[]): GroupNode {
  const names = [...new Set(paths.map(([name]) => String(name)))];
  return {
    kind: 'group',
    fields: names.map((name) => {
      const inner = paths.filter((path) => String(path[0]) === name).map((path) => path.slice(1)).filter((path) => path.length > 0);
      return { name, required: true, node: inner.length > 0 ? formOfTexts(inner) : { kind: 'text', format: 'long', nullable: false } };
    }),
  };
}
