export type SignedIn = 'learner' | 'guest' | 'none';

/** What the readable cookie says; for display only (rows B2, B14). */
export function signedInHint(): SignedIn {
  const found = /(?:^|; )signed_in=([^;]*)/.exec(document.cookie);
  if (!found?.[1]) return 'none';
  return found[1] === 'guest' ? 'guest' : 'learner';
}
