/** RFC 9110 weak comparison of one entity tag with `If-None-Match`. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag);
}

/** Whole seconds, as HTTP dates have no finer grain. */
export function isUnmodifiedSince(header: string | undefined, modifiedAtMs: number): boolean {
  if (header === undefined) return false;
  const time = Date.parse(header);
  return Number.isFinite(time) && Math.floor(modifiedAtMs / 1000) * 1000 <= time;
}

/** `If-Range`: the range counts only while the file is still the very one that the client has a part of. */
export function mayUseRange(ifRange: string | undefined, etag: string, modifiedAtMs: number): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === etag;
  if (ifRange.startsWith('W/')) return false;
  return Date.parse(ifRange) === Math.floor(modifiedAtMs / 1000) * 1000;
}
