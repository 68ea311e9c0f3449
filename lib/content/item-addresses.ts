import type { ZodType } from 'zod';
import { isObject } from '@/lib/content/form/differences';
import { type Path, valueAt } from '@/lib/content/form/values';
import { toSlug } from '@/lib/text';
import type { JsonValue } from './form/form-node';
import { blockSchema, workCasesSchema } from './schema';

interface LocalisedValues {
  [lang: string]: JsonValue;
}
interface Item {
  [key: string]: JsonValue;
}

/** Returns the path to the items that have pages of their own (A12), or null if the shape has none. */
export function itemsPathOf(shape: ZodType): Path | null {
  if (shape === blockSchema) return ['details', 'services'];
  return shape === workCasesSchema ? ['cases'] : null;
}

function itemsOf(value: JsonValue | undefined, path: Path): Item[] {
  const items = valueAt(value, ['details', 'isDetails']) === false ? [] : valueAt(value, path);
  return Array.isArray(items) ? items.map((item) => (isObject(item) ? item : {})) : [];
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const slugOfItem = ({ title, titleTr }: Item): string => toSlug(textOf(title), textOf(titleTr));
const slugsOf = (value: JsonValue | undefined, path: Path): string[] => itemsOf(value, path).map(slugOfItem);

export interface AddressFault {
  readonly path: Path;
  readonly message: 'duplicate' | 'slug_differs';
  readonly params?: { readonly slug: string };
}

/** Slugs must be the same in every language, because the language menu, `hreflang` and the sitemap rely on that. */
export function addressFaults(values: LocalisedValues, path: Path): AddressFault[] {
  const slugs = Object.entries(values).map(([lang, value]) => [lang, slugsOf(value, path)] as const);
  return slugs.flatMap(([lang, own]) =>
    own.flatMap((slug, index): AddressFault[] => {
      const field = [lang, ...path, index, 'titleTr'];
      if (slug === '') return [];
      if (own.indexOf(slug) < index) return [{ path: field, message: 'duplicate' }];
      return slugs.every(([, each]) => each.includes(slug))
        ? []
        : [{ path: field, message: 'slug_differs', params: { slug } }];
    }),
  );
}

/** Records each slug that `after` drops in its item's `formerSlugs`, so that old links redirect (A14). */
export function withFormerSlugs(before: LocalisedValues, after: LocalisedValues, path: Path): LocalisedValues {
  return Object.fromEntries(
    Object.entries(after).map(([lang, value]) => [lang, recordRenames(before[lang], value, path)]),
  );
}

function recordRenames(before: JsonValue | undefined, after: JsonValue, path: Path): JsonValue {
  const [was, is] = [slugsOf(before, path), slugsOf(after, path)];
  const gone = itemsOf(before, path).filter((item) => !is.includes(slugOfItem(item)));
  const fresh = itemsOf(after, path).filter((item) => !was.includes(slugOfItem(item)));
  if (gone.length === 0 || fresh.length === 0) return after;
  return mapItemsAt(after, path, (item) => {
    const old = fresh.includes(item) ? predecessorOf(item, gone, fresh) : undefined;
    if (!old) return item;
    const former = [...formerSlugsOf(old), slugOfItem(old), ...formerSlugsOf(item)].filter(
      (slug) => !is.includes(slug),
    );
    return { ...item, formerSlugs: [...new Set(former)] };
  });
}

/** Finds a renamed item by its summary, or by position if as many items disappeared as appeared. */
const predecessorOf = (item: Item, gone: Item[], fresh: Item[]): Item | undefined =>
  gone.find(({ summary }) => summary === item.summary) ??
  (gone.length === fresh.length ? gone[fresh.indexOf(item)] : undefined);

const formerSlugsOf = ({ formerSlugs }: Item): string[] => (Array.isArray(formerSlugs) ? formerSlugs.map(textOf) : []);

function mapItemsAt(value: JsonValue, [head, ...rest]: Path, change: (item: Item) => Item): JsonValue {
  if (head === undefined)
    return Array.isArray(value) ? value.map((item) => (isObject(item) ? change(item) : item)) : value;
  return isObject(value) && value[head] !== undefined
    ? { ...value, [head]: mapItemsAt(value[head], rest, change) }
    : value;
}
