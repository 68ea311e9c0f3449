import { join } from 'node:path';
import { installDependencies, mustRun, root } from './set-up.mjs';

process.env.NODE_ENV = 'production';
installDependencies();
mustRun('next build', join(root, 'node_modules', '.bin', 'next'), ['build'], { NEXT_TELEMETRY_DISABLED: '1' });
const { bundleServer, compressStatic } = await import('./bundle.mjs');
await compressStatic();
await bundleServer();
