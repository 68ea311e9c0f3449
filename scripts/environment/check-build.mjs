import { existsSync } from 'node:fs';

// Loaded before each command of the build.
if (!existsSync(process.argv[1] ?? '')) {
  process.stderr.write('The commands are not built yet: run `npm run build` first.\n');
  process.exit(1);
}
