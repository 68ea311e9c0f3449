/** Who may see what a path answers with, decided from the path alone. */
export type Area =
  /** a page that is the same for everybody */
  | 'page'
  /** content, the same for everybody, that is not a page */
  | 'data'
  /** a page for one person */
  | 'person'
  /** calls, and everything else that goes straight to the application */
  | 'call';

const PERSON = new Set([
  'login', 'signup', 'forgetpassword', 'otpcode', 'resetpassword', 'otp', 'payment', 'course', 'profile', 'admin',
  'certificate', 'receipt', 'invoice',
]);
const CALLS = new Set(['api', 'auth', 'update', 'version', 'healthz', 'readyz', 'metrics', '_next', '_protected']);
const DATA = new Set(['assets', 'config', 'content', 'sitemap.xml', 'robots.txt']);
/** Calls that answer everybody alike, by their segments. */
const PUBLIC_CALL = /^api\/(?:blogs|blog\/[^/]+|gettype\/[^/]+\/[^/]+)$/;
/** Pictures drawn by the service, whatever else is under `assets`. */
const PICTURE = /^assets\/share\/.+\.png$/;
/** Hidden files and those of other programs, which scanners ask for; nobody reads a page there. */
const SCANNED = /^(?:\.|wp-)/;
const FILE = /\.(?!html?$)[a-z0-9~_-]+$/i;
const TRANSPORT_SUFFIX = /\.(?:rsc|segments)$/;

/** Decoded segments of a request path, or null when it is not decodable. Backslashes separate like slashes. */
export function segmentsOf(path: string): string[] | null {
  try {
    return decodeURIComponent(path).split(/[\\/]+/).filter((segment) => segment !== '');
  } catch {
    return null;
  }
}

/**
 * Compared in lower case and decoded: what looks like a guarded path to any part of the application must not be taken
 * for a public one here.
 */
export function areaOf(segments: readonly string[], languages: readonly string[]): Area {
  const folded = segments.map((segment) => segment.toLowerCase().replace(TRANSPORT_SUFFIX, ''));
  const [first = '', second = ''] = folded;
  if (first === '') return 'call';
  if (PUBLIC_CALL.test(folded.join('/'))) return 'data';
  if (CALLS.has(first)) return 'call';
  if (DATA.has(first)) return 'data';
  if (!languages.includes(first)) return PERSON.has(first) ? 'person' : 'page';
  if (folded.length === 1) return 'call';
  if (folded.length === 3 && second === 'articles' && folded[2] === 'feed.xml') return 'data';
  return PERSON.has(second) ? 'person' : 'page';
}

export const isPicture = (segments: readonly string[]): boolean => PICTURE.test(segments.join('/'));

/** A path outside the languages that names a file: there is none, and a short answer says so. */
export function isStrayFile(segments: readonly string[], languages: readonly string[]): boolean {
  if (languages.includes(segments[0] ?? '')) return false;
  return segments.some((segment) => SCANNED.test(segment)) || FILE.test(segments.at(-1) ?? '');
}
