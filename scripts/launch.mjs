import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './environment/browser.mjs';
import { buildWhenNeeded, finishWith, installDependencies, root, showProgressOnly } from './environment/set-up.mjs';

/** `node scripts/launch.mjs <program> [options]` installs packages, builds the site if sources changed, and starts a program. */
const programs = {
  /** The site on this machine, with mocks/ for every external service. `PORT` chooses its port. */
  demo: ['tsx', '--conditions=react-server', 'scripts/demo-world.ts'],
  /** Comparisons of the production build with references (bench/README.md). */
  bench: ['tsx', '--conditions=react-server', 'bench/run.ts'],
  /** Attacks on the production build: `--port 3470`, `--only 1,9` (docs/security.md). */
  attack: ['tsx', '--conditions=react-server', 'e2e/attacks/run.ts'],
  /** Faults around payments; the options are in e2e/faults/options.ts. */
  faults: ['tsx', 'e2e/faults/run.ts'],
  /** The image, compose.yaml and the units, as root on Debian (O17). */
  containers: ['tsx', '--conditions=react-server', 'e2e/containers/run.ts'],
  /** Screenshots of every page at four widths, light and dark, with a contact sheet per language in test-results/pictures. */
  pictures: ['playwright', 'test', '--config=playwright.pictures.config.ts'],
};

const [name = '', ...options] = process.argv.slice(2);
const [program = '', ...args] = programs[name] ?? [];
if (!program) throw new Error(`Unknown program "${name}". Known: ${Object.keys(programs).join(', ')}`);

if (name === 'demo') showProgressOnly(join(root, 'var', 'demo-set-up.log'));
installDependencies({ forTests: name !== 'demo' });
if (name !== 'containers') buildWhenNeeded();

const command = [join(root, 'node_modules', '.bin', program), ...args, ...options];
if (name === 'bench') {
  // The bench keeps one processor, so that its own work does not slow the service.
  const canPin = spawnSync('taskset', ['-c', '1', 'true']).status === 0;
  const [first, ...rest] = canPin ? ['taskset', '-c', '1', ...command] : command;
  finishWith(first, rest, { CHROMIUM_PATH: await findBrowser() });
} else finishWith(command[0], command.slice(1));
