import { join } from 'node:path';
import { buildWhenNeeded, finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run pictures: every page and state of the production build at four widths, light and dark, as one contact sheet per
// language under test-results/pictures. What Playwright takes narrows it: `-- --project=ar -g checkout`.
installDependencies();
buildWhenNeeded();
finishWith(join(root, 'node_modules', '.bin', 'playwright'), ['test', '--config=playwright.pictures.config.ts', ...process.argv.slice(2)]);
