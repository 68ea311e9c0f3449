import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations } from '@/lib/database/migrations';
import { openPglite } from '@/lib/database/pglite';
import { packFolder, templateFile } from '@/lib/database/template';

// Writes dist/database.gz, which the first start of an embedded database unpacks. Run by the build.
rmSync(templateFile, { force: true });
mkdirSync('dist', { recursive: true });
const folder = mkdtempSync(join('dist', 'template-'));
const database = await openPglite(folder, 'first');
await applyMigrations(database);
await database.close();
packFolder(join(folder, 'db'), templateFile);
rmSync(folder, { recursive: true });
