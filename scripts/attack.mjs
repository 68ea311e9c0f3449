import { join } from 'node:path';
import { buildWhenNeeded, finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run attack: the production build, attacked from outside by HTTP and sockets (docs/security.md). `-- --port 3470`, `-- --only 1,9`.
installDependencies();
buildWhenNeeded();
finishWith(join(root, 'node_modules', '.bin', 'tsx'), ['--conditions=react-server', 'e2e/attacks/run.ts', ...process.argv.slice(2)]);
