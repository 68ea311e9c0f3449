import { join } from 'node:path';
import { buildWhenNeeded, finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run test:faults: checks that no payment is lost when things break. Options are in e2e/faults/options.ts.
installDependencies({ forTests: true });
buildWhenNeeded();
finishWith(join(root, 'node_modules', '.bin', 'tsx'), ['e2e/faults/run.ts', ...process.argv.slice(2)]);
