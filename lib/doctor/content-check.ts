import 'server-only';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { config } from '@/lib/config';
import { shapeOf } from '@/lib/content/shapes';
import { loadJsonFile } from '@/lib/json-file';
import { languages } from '@/lib/language';
import { bad, ok, type Check, type Finding } from './check';

/** Every content file parses, and the three languages have the same files (rows O2, B9). */
export const contentCheck: Check = {
  name: 'content',
  async run() {
    const { contentDir, siteProject } = config();
    const files = ['config.json', ...(await jsonFilesBelow(contentDir, siteProject))];
    const findings = (await Promise.all(files.map((path) => fileFindings(contentDir, path)))).flat();
    const all = [...findings, ...missingTranslations(files, siteProject)];
    return all.length > 0 ? all : [ok(`${files.length} files are right`)];
  },
};

async function fileFindings(contentDir: string, path: string): Promise<Finding[]> {
  const shape = shapeOf(path);
  if (!shape) return [bad(`${path}: no such file belongs there`)];
  const loaded = await loadJsonFile(join(contentDir, path), shape);
  if (loaded.state === 'ok') return [];
  return loaded.state === 'missing' ? [bad(`${path}: missing`)] : loaded.reasons.map((reason) => bad(`${path}: ${reason}`));
}

async function jsonFilesBelow(contentDir: string, project: string): Promise<string[]> {
  const entries = await readdir(join(contentDir, project), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(contentDir, join(entry.parentPath, entry.name)))
    .sort();
}

function missingTranslations(files: readonly string[], project: string): Finding[] {
  const known = new Set(files);
  const names = files.flatMap((path) => {
    const [, lang, ...rest] = path.split('/');
    return languages.some((each) => each === lang) ? [rest.join('/')] : [];
  });
  return [...new Set(names)].flatMap((name) =>
    languages
      .map((lang) => `${project}/${lang}/${name}`)
      .filter((path) => !known.has(path))
      .map((path) => bad(`${path}: missing, the other languages have it`)),
  );
}
