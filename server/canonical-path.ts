/**
 * One address for one thing: without repeated or trailing slashes, and in composed Unicode (NFC), as slugs are stored;
 * macOS and some programs write decomposed letters. The result begins with exactly one slash, so that it cannot name a host.
 */
export function canonicalPath(path: string): string {
  const straight = path.replaceAll(/[\\/]+/g, '/').replace(/(?<=.)\/$/, '');
  return straight.includes('%') ? straight.split('/').map(composed).join('/') : straight;
}

function composed(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    const normal = text.normalize('NFC');
    return normal === text ? segment : encodeURIComponent(normal);
  } catch {
    return segment;
  }
}
