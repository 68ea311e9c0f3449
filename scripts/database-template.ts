import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations } from '@/lib/database/migrations';
import { openPglite, templateFolder } from '@/lib/database/pglite';

// Writes dist/database, which the first start of an embedded database copies. Run by the build.
rmSync(templateFolder, { recursive: true, force: true });
const folder = mkdtempSync(join('dist', 'template-'));
const database = await openPglite(folder, 'first');
await applyMigrations(database);
await database.close();
renameSync(join(folder, 'db'), templateFolder);
rmSync(folder, { recursive: true });
