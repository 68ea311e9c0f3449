import { join } from 'node:path';
import { buildWhenNeeded, finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run demo: runs the site on this machine, with mocks/ for every external service.
installDependencies();
buildWhenNeeded();
finishWith(join(root, 'node_modules', '.bin', 'tsx'), ['--conditions=react-server', 'scripts/demo-world.ts']);
