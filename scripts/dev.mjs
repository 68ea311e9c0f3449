import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installDependencies, root } from './environment/set-up.mjs';

// npm run dev: Next's development server, with the content editor at /{lang}/editor. `npm run mocks -- --env` prints
// the variables that point it at the mocks.
installDependencies();
const port = process.env.PORT ?? '3000';
const env = { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1', NEXTAUTH_URL: process.env.SITE_URL ?? `http://localhost:${port}` };
const next = spawn(join(root, 'node_modules', '.bin', 'next'), ['dev', '-p', port], { cwd: root, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => next.kill(signal));
next.on('exit', (code) => process.exit(code ?? 0));
