import 'server-only';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import type { JsonValue } from '@/lib/content/form/form-node';
import { isLanguage } from '@/lib/language';
import { log } from '@/lib/log';

/** The project's content files below `root`; one that exists in each language is named once, without the language. */
export async function listContentFiles(root = config().contentDir): Promise<string[]> {
  const paths = await readdir(join(root, config().siteProject), { recursive: true });
  const names = paths.map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.json')).map(withoutLanguage);
  return [...new Set(names)].sort();
}

function withoutLanguage(path: string): string {
  const [first, ...rest] = path.split('/');
  if (isLanguage(first)) return `*/${rest.join('/')}`;
  return first === 'i18n' ? 'i18n/*.json' : path;
}

/** The file as it is written, for editing; null, and logged, when it cannot be read (row O1). */
export async function readRawContent(path: string): Promise<JsonValue | null> {
  try {
    return JSON.parse((await readFile(join(config().contentDir, path), 'utf8')).replace(/^\uFEFF/, '')) as JsonValue;
  } catch (error) {
    log.error({ path, error: String(error) }, `Error fetching file: ${path}`);
    return null;
  }
}
