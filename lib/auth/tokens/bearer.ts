/**
 * What follows `Bearer` in `Authorization`, well-formed or not; null without one. Other schemes belong to whoever stands
 * before the service (a proxy's Basic) and say nothing about a session.
 */
export function bearerOf(headers: Headers): string | null {
  const found = /^Bearer(?: +(.*))?$/i.exec(headers.get('authorization')?.trim() ?? '');
  return found && (found[1] ?? '');
}
