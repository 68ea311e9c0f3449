import { existsSync } from 'node:fs';

// Runs before each bundled command, through `node --import`.
if (!existsSync(process.argv[1] ?? '')) {
  process.stderr.write('The commands are not built yet: run `npm run build` first.\n');
  process.exit(1);
}
