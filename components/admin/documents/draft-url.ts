export interface DraftVersion {
  readonly id: string;
  readonly number: number;
  readonly updatedAt: string | null;
}

/** Uses one key for all new documents until the server has stored the draft, so that reopening `/new` restores it. */
export const draftKey =
  (kind: 'article' | 'newsletter', userId: string) =>
  ({ id, number, updatedAt }: DraftVersion): string =>
    `${kind}:${userId}:${number === 0 && updatedAt === null ? 'new' : id}`;

/** Replaces `/new` in the address with the draft's own path, so that a reload opens the draft. */
export function replaceUrl(path: string): void {
  if (window.location.pathname !== path) window.history.replaceState(null, '', path);
}
