import { join } from 'node:path';
import { checkMatrix } from './check-matrix.mjs';
import { installDependencies, mustRun, root } from './set-up.mjs';

process.env.NODE_ENV = 'production';
installDependencies();
mustRun('content check', join(root, 'node_modules', '.bin', 'tsx'), ['--conditions=react-server', 'scripts/check-content.ts']);
mustRun('next build', join(root, 'node_modules', '.bin', 'next'), ['build'], { NEXT_TELEMETRY_DISABLED: '1' });
checkMatrix();
const { bundleServer, compressStatic } = await import('./bundle.mjs');
await compressStatic();
await bundleServer();
