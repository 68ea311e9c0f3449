import type { JsonValue } from './form-node';
import { type Path, withValueAt } from './values';

export interface Difference {
  readonly path: Path;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

type Json = JsonValue | undefined;

export const isObject = (value: unknown): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Treats a list with added, removed or moved entries as one difference. */
export function listDifferences(before: Json, after: Json, path: Path = []): Difference[] {
  if (isEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      listDifferences(before[key], after[key], [...path, key]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && !isRearranged(before, after)) {
    return before.flatMap((each, index) => listDifferences(each, after[index], [...path, index]));
  }
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

const isRearranged = (before: readonly JsonValue[], after: readonly JsonValue[]): boolean =>
  before.some(
    (each, index) => !isEqual(each, after[index]) && after.some((other, at) => at !== index && isEqual(each, other)),
  );

export function isEqual(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, index) => isEqual(each, other[index]))
    );
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}

/** Applies one editor's changes since `base` to another editor's saved values. In conflicts, `mine` wins. */
export function mergeChanges(base: JsonValue, mine: JsonValue, theirs: JsonValue): JsonValue {
  return listDifferences(base, mine).reduce<JsonValue>(
    (value, { path, after }) => withValueAt(value, path, after) ?? value,
    theirs,
  );
}

export function findConflicts(base: JsonValue, mine: JsonValue, theirs: JsonValue): Difference[] {
  const own = listDifferences(base, mine);
  const areNested = (one: Path, other: Path) =>
    one.every((part, index) => index >= other.length || part === other[index]);
  return listDifferences(mine, theirs).filter(
    ({ path }) =>
      own.some((each) => areNested(each.path, path)) &&
      listDifferences(base, theirs).some((each) => areNested(each.path, path)),
  );
}
