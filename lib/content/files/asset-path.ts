import 'server-only';
import { existsSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { isLanguage } from '@/lib/language';

const name = /^[\w-]+$/;
const jsonFile = /^[\w-]+\.json$/;

/**
 * Where a public address below `/assets/` lies under CONTENT_DIR (docs/api.md, Content), or null when none does.
 * @param segments decoded; anything but plain names is refused, so no `..` gets through in any encoding
 */
export function contentPathOf(segments: readonly string[], project: string): string | null {
  if (!segments.every((each, index) => (index === segments.length - 1 ? jsonFile : name).test(each))) return null;
  const [first, ...rest] = segments;
  if (first === 'i18n') return rest.length === 1 ? `${project}/i18n/${rest[0]}` : null;
  if (first !== project) return null;
  if (rest.length === 1 && (rest[0] === 'style.json' || rest[0] === 'pages-components.json')) return `${project}/${rest[0]}`;
  const [folder, place, ...file] = rest;
  if (folder === 'i18n' && rest.length === 2) return `${project}/i18n/${place}`;
  if (folder !== 'content' || place === undefined) return null;
  if (place === 'products.json') return file.length === 0 ? `${project}/products.json` : null;
  if (place === 'common') return file.length === 1 ? `${project}/common/${file[0]}` : null;
  return isLanguage(place) && (file.length === 1 || file.length === 2) ? [project, place, ...file].join('/') : null;
}

/** The file behind an address such as `/assets/midan/images/x.svg`, or null; never one outside `public`. */
export function publicFilePath(address: string): string | null {
  const root = join(process.cwd(), 'public');
  const file = normalize(join(root, address));
  return file.startsWith(root + sep) && existsSync(file) ? file : null;
}
