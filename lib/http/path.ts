export type SettledPath =
  | { readonly kind: 'ok'; readonly path: string; readonly query: string }
  | { readonly kind: 'moved'; readonly location: string }
  | { readonly kind: 'bad' }
  /** `..` or `.`, in whatever encoding: no address of ours holds one */
  | { readonly kind: 'nowhere' };

/** The origin form of whatever stood in the request line. */
function originForm(url: string): string | null {
  if (url.startsWith('/')) return url;
  try {
    const { pathname, search } = new URL(url);
    return pathname + search;
  } catch {
    return null;
  }
}

/**
 * One address for one thing: repeated or trailing slashes move (308), what cannot be decoded is refused. The new
 * address always begins with exactly one slash, so that it cannot lead to another host.
 */
export function settlePath(url: string): SettledPath {
  const target = originForm(url);
  if (target === null || /%00/.test(target)) return { kind: 'bad' };
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  try {
    if (decodeURIComponent(path).split(/[\\/]/).some((segment) => segment === '..' || segment === '.')) return { kind: 'nowhere' };
  } catch {
    return { kind: 'bad' };
  }
  const straight = path.replaceAll(/[\\/]+/g, '/').replace(/(?<=.)\/$/, '');
  if (straight !== path) return { kind: 'moved', location: query === '' ? straight : `${straight}?${query}` };
  return { kind: 'ok', path, query };
}
