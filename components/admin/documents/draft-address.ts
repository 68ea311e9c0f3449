export interface DraftVersion {
  readonly id: string;
  readonly number: number;
  readonly updatedAt: string | null;
}

/** A new document's copy is kept where the next new document finds it, until the server has stored the draft. */
export const draftKey =
  (kind: 'article' | 'newsletter', userId: string) =>
  ({ id, number, updatedAt }: DraftVersion): string =>
    `${kind}:${userId}:${number === 0 && updatedAt === null ? 'new' : id}`;

/** Replaces `/new` in the address by the draft's own path, so that a reload finds it. */
export function replaceAddress(path: string): void {
  if (window.location.pathname !== path) window.history.replaceState(null, '', path);
}
