import { ensureTemporaryFolder } from '../../lib/process/temporary-folder.mjs';

// Loaded before tsx, whose cache is in the temporary folder.
try {
  ensureTemporaryFolder(process.env.DATA_DIR || 'var');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
