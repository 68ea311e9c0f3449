import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApiDocument, type RouteFile } from '@/lib/api/openapi/document';

// Writes dist/openapi.json, which /openapi.json and the admin API page show. The build runs this script, and so does
// `npm run dev` if the file is missing.
const files = new Map(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => [`/${file.replace('/route.ts', '').replaceAll(/\([^/]+\)\//g, '')}`, join('app', file)]),
);

const document = await openApiDocument(
  async (path) => (await import(pathToFileURL(files.get(path)!).href)) as RouteFile,
);
mkdirSync('dist', { recursive: true });
writeFileSync(join('dist', 'openapi.json'), `${JSON.stringify(document)}\n`);
