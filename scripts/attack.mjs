import { join } from 'node:path';
import { buildWhenNeeded, finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run attack [-- --port 3470] [-- --only 1,9]: attacks the production build (docs/security.md).
installDependencies({ forTests: true });
buildWhenNeeded();
finishWith(join(root, 'node_modules', '.bin', 'tsx'), [
  '--conditions=react-server',
  'e2e/attacks/run.ts',
  ...process.argv.slice(2),
]);
