export interface SortLink {
  /** The list in the other order, or in this column's. */
  href: string;
  now: 'ascending' | 'descending' | undefined;
}

interface Sorting {
  path: string;
  /** The filters, which stay. */
  query: Record<string, string>;
  /** The order in force. */
  sort: string;
  ascending: string;
  descending: string;
}

/** A column's heading that sorts the list by it: the largest or newest first, then the other way round. */
export function sortLink({ path, query, sort, ascending, descending }: Sorting): SortLink {
  const next = sort === descending ? ascending : descending;
  return { href: `${path}?${new URLSearchParams({ ...query, sort: next })}`, now: sort === descending ? 'descending' : sort === ascending ? 'ascending' : undefined };
}
