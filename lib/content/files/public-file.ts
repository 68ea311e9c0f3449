import 'server-only';
import { existsSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';

/** The file behind an address such as `/assets/midan/images/x.svg`, or null; never one outside `public`. */
export function publicFilePath(address: string): string | null {
  const root = join(process.cwd(), 'public');
  const file = normalize(join(root, address));
  return file.startsWith(root + sep) && existsSync(file) ? file : null;
}
