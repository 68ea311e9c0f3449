import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { finishWith, installDependencies, root, runOrExit } from './environment/set-up.mjs';

// npm run dev: starts Next's development server, with the content editor at /{lang}/editor, and bundles the commands,
// so that `npm run seed` needs no build. `npm run mocks -- --env` prints the variables for the mocks.
installDependencies({ forTests: true });
const { bundleCommands } = await import('./bundle.mjs');
await bundleCommands();
if (!existsSync(join(root, 'dist', 'openapi.json')))
  runOrExit('OpenAPI document', join(root, 'node_modules', '.bin', 'tsx'), [
    '--conditions=react-server',
    'scripts/openapi.ts',
  ]);
const port = process.env.PORT ?? '3000';
// Listen on this machine only: the content editor writes files without asking who you are.
finishWith(join(root, 'node_modules', '.bin', 'next'), ['dev', '-H', 'localhost', '-p', port], {
  NODE_ENV: 'development',
  NEXT_TELEMETRY_DISABLED: '1',
  NEXTAUTH_URL: process.env.SITE_URL ?? `http://localhost:${port}`,
});
