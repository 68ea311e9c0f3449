import { join } from 'node:path';
import { finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run dev: Next's development server, with the content editor at /{lang}/editor. `npm run mocks -- --env` prints
// the variables that point it at the mocks.
installDependencies();
const port = process.env.PORT ?? '3000';
finishWith(join(root, 'node_modules', '.bin', 'next'), ['dev', '-p', port], {
  NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1', NEXTAUTH_URL: process.env.SITE_URL ?? `http://localhost:${port}`,
});
