import { join } from 'node:path';
import { buildWhenNeeded, finishWith, installDependencies, root, showProgressOnly } from './environment/set-up.mjs';

// npm run demo: runs the site on this machine, with mocks/ for every external service. `PORT` chooses its port.
showProgressOnly(join(root, 'var', 'demo-set-up.log'));
installDependencies();
buildWhenNeeded();
finishWith(join(root, 'node_modules', '.bin', 'tsx'), ['--conditions=react-server', 'scripts/demo-world.ts']);
