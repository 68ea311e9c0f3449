import { findRoute, splitSegments } from '@/lib/find-route';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { isPage, languageOfMissingPage, type PageRoute } from '@/lib/routes';

export type PathVerdict =
  | { kind: 'malformed' }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown'; lang: Language }
  /** `segments` are decoded and start after the language. */
  | { kind: 'page'; lang: Language; route: PageRoute; segments: readonly string[] };

export function pathVerdict(pathname: string, chosen: string | undefined): PathVerdict {
  const segments = splitSegments(pathname);
  if (!segments || segments.some((segment) => segment.includes('\0'))) return { kind: 'malformed' };
  const [first, ...rest] = segments;
  if (first === undefined) return { kind: 'redirect', to: `/${isLanguage(chosen) ? chosen : defaultLanguage}/home` };
  if (!isLanguage(first)) return { kind: 'unknown', lang: languageOfMissingPage(segments) };
  if (rest.length === 0) return { kind: 'redirect', to: `/${first}/home` };
  const route = findRoute(segments);
  return route && isPage(route)
    ? { kind: 'page', lang: first, route, segments: rest }
    : { kind: 'unknown', lang: first };
}
