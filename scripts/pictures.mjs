import { join } from 'node:path';
import { buildWhenNeeded, finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run pictures [-- --project=ar -g checkout]: takes screenshots of every page at four widths, light and dark, and
// writes a contact sheet per language to test-results/pictures.
installDependencies({ forTests: true });
buildWhenNeeded();
finishWith(join(root, 'node_modules', '.bin', 'playwright'), [
  'test',
  '--config=playwright.pictures.config.ts',
  ...process.argv.slice(2),
]);
