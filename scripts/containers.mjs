import { join } from 'node:path';
import { finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run test:containers, as root on Debian: builds and runs the image, starts compose.yaml and checks the units (O17).
installDependencies({ forTests: true });
finishWith(join(root, 'node_modules', '.bin', 'tsx'), ['--conditions=react-server', 'e2e/containers/run.ts']);
