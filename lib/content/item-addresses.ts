import type { ZodType } from 'zod';
import { slugOf } from '@/lib/slug';
import type { JsonValue } from './form/form-node';
import { valueAt, type Path } from './form/pointer';
import { blockSchema } from './schema';
import { workCasesSchema } from './work/work-schema';

/** By language. */
interface Values { [lang: string]: JsonValue }
interface Item { [key: string]: JsonValue }

/** Where a document lists what has pages of its own: services and cases, whose slug is their address (A12). Null: it has none. */
export function itemsPathOf(shape: ZodType): Path | null {
  if (shape === blockSchema) return ['details', 'services'];
  return shape === workCasesSchema ? ['cases'] : null;
}

/** A block says whether its services have pages. */
function itemsOf(value: JsonValue | undefined, path: Path): Item[] {
  const items = valueAt(value, ['details', 'isDetails']) === false ? [] : valueAt(value, path);
  return Array.isArray(items) ? items.map((item) => (isItem(item) ? item : {})) : [];
}

const isItem = (value: JsonValue): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const slugOfItem = ({ title, titleTr }: Item): string => slugOf(textOf(title), textOf(titleTr));
const slugsOf = (value: JsonValue | undefined, path: Path): string[] => itemsOf(value, path).map(slugOfItem);

export interface AddressFault { readonly path: Path; readonly message: 'duplicate' | 'slug_differs'; readonly params?: { readonly slug: string } }

/**
 * An item is at the same address in every language, which the language menu, `hreflang` and the sitemap rely on, and alone there.
 * What has no title yet is not judged.
 */
export function addressFaults(values: Values, path: Path): AddressFault[] {
  const slugs = Object.entries(values).map(([lang, value]) => [lang, slugsOf(value, path)] as const);
  return slugs.flatMap(([lang, own]) => own.flatMap((slug, index): AddressFault[] => {
    const field = [lang, ...path, index, 'titleTr'];
    if (slug === '') return [];
    if (own.indexOf(slug) < index) return [{ path: field, message: 'duplicate' }];
    return slugs.every(([, each]) => each.includes(slug)) ? [] : [{ path: field, message: 'slug_differs', params: { slug } }];
  }));
}

/** `after` with the addresses that it takes away from `before` among the former ones of their items (A14). */
export function withFormerSlugs(before: Values, after: Values, path: Path): Values {
  return Object.fromEntries(Object.entries(after).map(([lang, value]) => [lang, renamedIn(before[lang], value, path)]));
}

function renamedIn(before: JsonValue | undefined, after: JsonValue, path: Path): JsonValue {
  const [was, is] = [slugsOf(before, path), slugsOf(after, path)];
  const gone = itemsOf(before, path).filter((item) => !is.includes(slugOfItem(item)));
  const fresh = itemsOf(after, path).filter((item) => !was.includes(slugOfItem(item)));
  if (gone.length === 0 || fresh.length === 0) return after;
  return mapAt(after, path, (item) => {
    const old = fresh.includes(item) ? predecessorOf(item, gone, fresh) : undefined;
    if (!old) return item;
    const former = [...formerOf(old), slugOfItem(old), ...formerOf(item)].filter((slug) => !is.includes(slug));
    return { ...item, formerSlugs: [...new Set(former)] };
  });
}

/** A renamed item keeps its summary; or as many were renamed as are new, in the same order. */
const predecessorOf = (item: Item, gone: Item[], fresh: Item[]): Item | undefined =>
  gone.find(({ summary }) => summary === item.summary) ?? (gone.length === fresh.length ? gone[fresh.indexOf(item)] : undefined);

const formerOf = ({ formerSlugs }: Item): string[] => (Array.isArray(formerSlugs) ? formerSlugs.map(textOf) : []);

function mapAt(value: JsonValue, [head, ...rest]: Path, change: (item: Item) => Item): JsonValue {
  if (head === undefined) return Array.isArray(value) ? value.map((item) => (isItem(item) ? change(item) : item)) : value;
  return isItem(value) && value[head] !== undefined ? { ...value, [head]: mapAt(value[head], rest, change) } : value;
}
