import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadJsonFile } from '@/lib/json-file';
import { defaultLanguage, isLanguage, languages } from '@/lib/language';
import type { JsonValue } from '../form/form-node';
import { publicFilePath } from '../files/asset-path';
import { addressFaults, itemsPathOf } from '../item-addresses';
import { findContradictions } from './contradictions';
import { shapeOf } from '../shapes';

/** Every fault of the content files below `folder`, as `file: field: reason` (O2); none when all is well. */
export async function findContentFaults(folder: string): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.json')).sort();
  const faults = await Promise.all(paths.map((path) => faultsOf(folder, path)));
  return [...faults.flat(), ...(await missingFiles(folder, paths)), ...(await wrongAddresses(folder, paths)), ...(await findContradictions(resolve(folder), paths))];
}

/** Of files that are right in themselves. */
async function wrongAddresses(folder: string, paths: string[]): Promise<string[]> {
  const faults = paths.filter((path) => path.split('/')[1] === defaultLanguage).map(async (path) => {
    const shape = shapeOf(path);
    const items = shape && itemsPathOf(shape);
    if (!items) return [];
    const inLanguage = (lang: string) => path.replace(`/${defaultLanguage}/`, `/${lang}/`);
    const loaded = await Promise.all(languages.map(async (lang) => [lang, await loadJsonFile(join(resolve(folder), inLanguage(lang)), shape)] as const));
    const values = Object.fromEntries(loaded.flatMap(([lang, file]) => (file.state === 'ok' ? [[lang, JSON.parse(file.body) as JsonValue]] : [])));
    return addressFaults(values, items).map(({ path: [lang = '', ...field], message, params }) =>
      `${inLanguage(String(lang))}: ${field.join('.')}: ${message}${params ? ` (${params.slug})` : ''}`);
  });
  return (await Promise.all(faults)).flat();
}

async function faultsOf(folder: string, path: string): Promise<string[]> {
  const shape = shapeOf(path);
  if (!shape) return [`${path}: no such file is known here`];
  const loaded = await loadJsonFile(join(resolve(folder), path), shape);
  if (loaded.state === 'ok') return missingAssets(JSON.parse(loaded.body) as JsonValue).map(({ field, address }) => `${path}: ${field}: ${address} is not in public/`);
  return loaded.state === 'missing' ? [`${path}: cannot be read`] : loaded.reasons.map((reason) => `${path}: ${reason}`);
}

/** Pictures and documents of the site that a text names by their address. */
const assetAddresses = /\/assets\/(?!pictures\/|share\/)[\w\-./]+\.(?:svg|avif|webp|png|jpe?g|gif|ico|pdf)/g;

interface MissingAsset { field: string; address: string }

function missingAssets(value: JsonValue, path: readonly string[] = []): MissingAsset[] {
  if (value !== null && typeof value === 'object') return Object.entries(value).flatMap(([key, each]) => missingAssets(each, [...path, key]));
  if (typeof value !== 'string') return [];
  const addresses = path[0] === 'languages' && path.at(-1) === 'flag' ? [`/assets/flags/${value}.svg`] : (value.match(assetAddresses) ?? []);
  return addresses.filter((address) => publicFilePath(address) === null).map((address) => ({ field: path.join('.'), address }));
}

/** A page that exists in one language exists in all, and a project has its core. */
async function missingFiles(folder: string, paths: string[]): Promise<string[]> {
  const translated = paths.flatMap((path) => {
    const [project = '', lang, ...rest] = path.split('/');
    return isLanguage(lang) ? languages.map((each) => [project, each, ...rest].join('/')) : [];
  });
  const projects = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const core = projects.flatMap((project) => [
    ...['style', 'pages-components', 'products'].map((file) => `${project}/${file}.json`),
    ...languages.map((lang) => `${project}/i18n/${lang}.json`),
  ]);
  const present = new Set(paths);
  return [...new Set(['config.json', ...core, ...translated])].filter((path) => !present.has(path)).map((path) => `${path}: is missing`);
}
