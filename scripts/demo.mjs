import { join } from 'node:path';
import { buildWhenNeeded, finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run demo: the whole site on this machine alone, with everything outside played by mocks/.
installDependencies();
buildWhenNeeded();
finishWith(join(root, 'node_modules', '.bin', 'tsx'), ['--conditions=react-server', 'scripts/demo-world.ts']);
