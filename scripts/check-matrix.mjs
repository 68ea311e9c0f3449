import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.mjs';

/** Every route of the build stands in e2e/authorisation-matrix.json with who may call it, or the build fails. */
export function checkMatrix() {
  const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  const built = Object.values(read('.next', 'app-path-routes-manifest.json')).filter((route) => !route.startsWith('/_') && !/^\/(robots|sitemap|manifest|icon|apple-icon)[^/]*$/.test(route));
  const matrix = Object.keys(read('e2e', 'authorisation-matrix.json'));
  const missing = built.filter((route) => !matrix.includes(route));
  const gone = matrix.filter((route) => !built.includes(route));
  const lines = [...missing.map((route) => `${route} is not in it: say for each of its methods who may call it`), ...gone.map((route) => `${route} is in it, but not in the build`)];
  if (lines.length > 0) throw new Error(`e2e/authorisation-matrix.json and the build's routes differ:\n${lines.map((line) => `  - ${line}`).join('\n')}`);
}
