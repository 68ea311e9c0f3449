import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenNeeded, installDependencies, root } from './environment/set-up.mjs';

// npm run demo: the whole site on this machine alone, with everything outside played by mocks/.
installDependencies();
buildWhenNeeded();
const tsx = join(root, 'node_modules', '.bin', 'tsx');
const demo = spawn(tsx, ['--conditions=react-server', 'scripts/demo-world.ts'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => demo.kill('SIGTERM'));
demo.on('exit', (code) => process.exit(code ?? 0));
