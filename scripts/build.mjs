import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies, root } from './environment/set-up.mjs';

process.env.NODE_ENV = 'production';
process.env.NEXT_TELEMETRY_DISABLED = '1';
installDependencies();

const resolveBin = (name) => join(root, 'node_modules', '.bin', name);
const script = (path) => [resolveBin('tsx'), '--conditions=react-server', path];
const running = new Set();

function run(what, [command, ...args]) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  running.add(child);
  return new Promise((resolve) => {
    child.on('close', (status) => {
      running.delete(child);
      if (status === 0) return resolve();
      console.error(`\n${what} failed (exit ${status}).`);
      for (const other of running) other.kill();
      process.exit(status || 1);
    });
  });
}

await Promise.all([
  run('content check', script('scripts/checks/content.ts')),
  run('OpenAPI document', script('scripts/openapi.ts')),
  run('database template', script('scripts/database-template.ts')),
]);
// Run `next build` after these scripts, because Next looks up the files that they write.
await run('next build', [resolveBin('next'), 'build']);
const { bundle } = await import('./bundle.mjs');
await bundle();
// Record the commit that /version shows, or null if there is no git history (A9).
const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
writeFileSync(join(root, 'dist', 'build.json'), `${JSON.stringify({ commit: status === 0 ? stdout.trim() : null })}\n`);
if (!process.argv.includes('--without-release')) {
  const { makeRelease } = await import('./release.mjs');
  await makeRelease();
}
