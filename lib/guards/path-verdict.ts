import { defaultLanguage, internationalLanguage, isLanguage, type Language } from '@/lib/language';
import { isSitePath } from './site-paths';

export type PathVerdict =
  | { kind: 'malformed' }
  | { kind: 'redirect'; to: string }
  /** Row A4: the home page with its notice, under status 404. */
  | { kind: 'unknown'; lang: Language }
  /** `area` is lower case and without Next's transport suffix, so that no spelling slips past a guard. */
  | { kind: 'page'; lang: Language; area: string; segments: string[] };

const transportSuffix = /\.(rsc|segments)$/;

function segmentsOf(pathname: string): string[] | null {
  try {
    return decodeURIComponent(pathname).split(/[\\/]+/).filter(Boolean);
  } catch {
    return null;
  }
}

/** Rows A1, A3, A4: what a path is, before anyone asks who wants it. `chosen`: the cookie of the language menu. */
export function pathVerdict(pathname: string, chosen: string | undefined): PathVerdict {
  const segments = segmentsOf(pathname);
  if (!segments || segments.some((segment) => segment.includes('\0'))) return { kind: 'malformed' };
  const [first, ...rest] = segments;
  if (first === undefined) return { kind: 'redirect', to: `/${isLanguage(chosen) ? chosen : defaultLanguage}/home` };
  if (!isLanguage(first)) return { kind: 'unknown', lang: /^[a-z]{2}$/i.test(first) ? defaultLanguage : internationalLanguage };
  const [page, ...deeper] = rest;
  if (page === undefined) return { kind: 'redirect', to: `/${first}/home` };
  const plain = page.replace(transportSuffix, '');
  if (!isSitePath([plain, ...deeper])) return { kind: 'unknown', lang: first };
  return { kind: 'page', lang: first, area: plain.toLowerCase(), segments: [plain, ...deeper] };
}
