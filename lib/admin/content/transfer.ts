import 'server-only';
import { resolve } from 'node:path';
import { pathOfPart } from '@/lib/cache/content-overlay';
import { config } from '@/lib/config/config';
import { listContentFiles } from '@/lib/content/files/list-files';
import { isEqual } from '@/lib/content/form/differences';
import { db } from '@/lib/database/client';
import { InvalidInput } from '@/lib/problem';
import { publishNew } from './change-content';
import { listDocuments, readFiles, type ContentDocument, type Values } from './documents';
import { readPart, writePart } from './transfer-files';
import { newestVersion, publishedVersion, valuesOf } from './versions';

/** `npm run content:export [folder]`: writes what is published into the content files, CONTENT_DIR's unless told otherwise. @returns the paths written */
export async function exportContent(folder: string | undefined): Promise<string[]> {
  const root = resolve(folder ?? config().contentDir);
  const client = await db();
  const written: string[] = [];
  for (const known of await listDocuments()) {
    const published = await publishedVersion(client, known.document);
    if (!published?.body) continue;
    for (const [part, value] of Object.entries(valuesOf(known, published.body, await readFiles(known)))) {
      written.push(...(await writePart(root, pathOfPart(known.document, part), value)));
    }
  }
  return written;
}

export interface Imported { readonly published: string[]; readonly refused: string[] }

/** `npm run content:import [folder]`: publishes what the files of a folder say and the site does not show. A document that breaks a rule is left as it is, and named. */
export async function importContent(folder: string | undefined, now: Date): Promise<Imported> {
  const root = resolve(folder ?? config().contentDir);
  const imported = { published: [] as string[], refused: [] as string[] };
  // Blocks made elsewhere are known by their files alone; they come before the list of blocks that names them.
  for (const known of await listDocuments(await listContentFiles(root).catch(() => []))) {
    const given = await readDocument(root, known);
    if (Object.keys(given).length === 0) continue;
    const client = await db();
    const [files, newest, published] = await Promise.all([readFiles(known), newestVersion(client, known.document), publishedVersion(client, known.document)]);
    const shown = valuesOf(known, published?.body, files);
    const next = valuesOf(known, JSON.stringify({ ...shown, ...given }), files);
    if (isEqual(next, shown)) continue;
    try {
      // What the files of this installation say needs no copy in the database.
      const body = isEqual(next, files) ? null : JSON.stringify(next);
      await publishNew(null, known, { seen: newest?.number ?? 0, action: 'content.import', restoredFrom: null, now }, async () => body);
      imported.published.push(known.id);
    } catch (error) {
      imported.refused.push(...reasonsOf(error).map((reason) => `${known.id}: ${reason}`));
    }
  }
  return imported;
}

/** @throws what is no refusal of the content */
function reasonsOf(error: unknown): string[] {
  if (error instanceof InvalidInput) return error.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw error;
}

async function readDocument(root: string, { document, parts }: ContentDocument): Promise<Values> {
  const values = await Promise.all(parts.map((part) => readPart(root, pathOfPart(document, part))));
  return Object.fromEntries(parts.flatMap((part, index) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [[part, value] as const];
  }));
}
