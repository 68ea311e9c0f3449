import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './environment/browser.mjs';
import { buildWhenNeeded, finishWith, installDependencies, root } from './environment/set-up.mjs';

// npm run bench: compares the production build with references. See bench/README.md.
installDependencies({ forTests: true });
buildWhenNeeded();
const CHROMIUM_PATH = await findBrowser();
const tsx = [
  join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'),
  '--conditions=react-server',
  'bench/run.ts',
  ...process.argv.slice(2),
];
const pinned =
  spawnSync('taskset', ['-c', '1', 'true']).status === 0
    ? ['taskset', '-c', '1', process.execPath]
    : [process.execPath];
const [command, ...args] = [...pinned, ...tsx];
finishWith(command, args, { CHROMIUM_PATH });
