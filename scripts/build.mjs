import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies, mustRun, root } from './environment/set-up.mjs';

process.env.NODE_ENV = 'production';
installDependencies();
mustRun('content check', join(root, 'node_modules', '.bin', 'tsx'), [
  '--conditions=react-server',
  'scripts/checks/content.ts',
]);
mustRun('OpenAPI document', join(root, 'node_modules', '.bin', 'tsx'), [
  '--conditions=react-server',
  'scripts/openapi.ts',
]);
mustRun('database template', join(root, 'node_modules', '.bin', 'tsx'), [
  '--conditions=react-server',
  'scripts/database-template.ts',
]);
mustRun('next build', join(root, 'node_modules', '.bin', 'next'), ['build'], { NEXT_TELEMETRY_DISABLED: '1' });
const { bundle } = await import('./bundle.mjs');
await bundle();
// The commit for /version; null without git history (A9).
const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
writeFileSync(join(root, 'dist', 'build.json'), `${JSON.stringify({ commit: status === 0 ? stdout.trim() : null })}\n`);
if (!process.argv.includes('--without-release')) {
  const { makeRelease } = await import('./release.mjs');
  await makeRelease();
}
