import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { tagPage } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import type { JsonValue } from '@/lib/content/form/form-node';
import { parseJsonText } from '@/lib/json-file';
import { isLanguage, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { notFound, unavailable } from '@/lib/problem';
import { isPage, routes } from '@/lib/routes';
import { loadContent } from './load';

const namePattern = /^[\w-]+$/;
const jsonFile = /^[\w-]+\.json$/;

/** @param segments decoded; only plain names are accepted, so that `..` fails in any encoding */
export function contentPathOf(segments: readonly string[], project: string): string | null {
  if (!segments.every((each, index) => (index === segments.length - 1 ? jsonFile : namePattern).test(each)))
    return null;
  const [first, ...rest] = segments;
  if (first === 'i18n') return rest.length === 1 ? `${project}/i18n/${rest[0]}` : null;
  if (first !== project) return null;
  if (rest.length === 1 && (rest[0] === 'style.json' || rest[0] === 'pages-components.json'))
    return `${project}/${rest[0]}`;
  const [folder, place, ...file] = rest;
  if (folder === 'i18n' && rest.length === 2) return `${project}/i18n/${place}`;
  if (folder !== 'content' || place === undefined) return null;
  if (place === 'products.json') return file.length === 0 ? `${project}/products.json` : null;
  if (place === 'common') return file.length === 1 ? `${project}/common/${file[0]}` : null;
  return isLanguage(place) && (file.length === 1 || file.length === 2) ? [project, place, ...file].join('/') : null;
}

/** Finds the file for an address such as `/assets/midan/images/x.svg`. Never returns a path outside `public`. */
export function publicFilePath(address: string): string | null {
  const root = join(process.cwd(), 'public');
  const file = normalize(join(root, address));
  return file.startsWith(root + sep) && existsSync(file) ? file : null;
}

/** @returns sorted paths below the folder, with `/` between their segments */
export async function listJsonFiles(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json'))
    .sort();
}

/** Lists the project's content files. A file that exists in each language appears once, with `*` as its language. */
export async function listContentFiles(root = config().contentDir): Promise<string[]> {
  const names = (await listJsonFiles(join(root, config().siteProject))).map(dropLanguage);
  return [...new Set(names)].sort();
}

function dropLanguage(path: string): string {
  const [first, ...rest] = path.split('/');
  if (isLanguage(first)) return `*/${rest.join('/')}`;
  return first === 'i18n' ? 'i18n/*.json' : path;
}

export async function readRawContent(path: string): Promise<JsonValue | null> {
  try {
    return parseJsonText(await readFile(join(config().contentDir, path), 'utf8')) as JsonValue;
  } catch (error) {
    log.error({ path, error: String(error) }, `Error fetching file: ${path}`);
    return null;
  }
}

/** @throws Problem 404 if the file does not exist, 503 if the file does not match its schema (O2) */
export async function requireFile(path: string | null): Promise<{ body: string; etag: string }> {
  const loaded = path === null ? null : await loadContent(path);
  if (!loaded || loaded.state === 'missing') throw notFound();
  if (loaded.state === 'broken') throw unavailable('content-broken', 60);
  tagPage('content');
  return { body: loaded.body, etag: loaded.etag };
}

export async function findSampleFiles(folder: string): Promise<string[]> {
  const paths = await listJsonFiles(folder);
  const marked = await Promise.all(
    paths.map(async (path) => isMarkedAsSample(await readFile(join(folder, path), 'utf8'))),
  );
  return paths.filter((_, index) => marked[index]);
}

/** Ignores invalid JSON, because the content check reports it. */
function isMarkedAsSample(file: string): boolean {
  try {
    return hasSample(parseJsonText(file));
  } catch {
    return false;
  }
}

export function hasSample(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return (value as { sample?: unknown }).sample === true || Object.values(value).some(hasSample);
}

interface ContentPage {
  readonly folder: string;
  readonly path: string;
  readonly languages: readonly Language[];
}

export const contentPages: readonly ContentPage[] = routes.flatMap((route) =>
  isPage(route) && route.content
    ? [{ folder: route.content, path: route.path.replace('/[lang]', ''), languages: route.sitemap ?? [] }]
    : [],
);

export function pagePathOf(folder: string, file: string): string {
  const found =
    contentPages.find((page) => page.folder === folder) ??
    contentPages.find(({ path }) => folder === 'common' && path === `/${file}`);
  return found?.path ?? '/home';
}
