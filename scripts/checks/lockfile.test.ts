import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content;
const { packages } = readJson<{ packages: Record<string, Package> }>('package-lock.json');

/** Looks for a package where Node does: in the dependent's own node_modules, then in those of each folder above. */
function isLocked(name: string, place: string): boolean {
  if (packages[`${place ? `${place}/` : ''}node_modules/${name}`]) return true;
  return place !== '' && isLocked(name, place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1)));
}

/** `npm ci` refuses a lockfile in which a dependency is missing, even one for another operating system. */
it('the lockfile contains each package that it names, for all systems [O4]', () => {
  const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(name, place))
      .map((name) => `${place || 'package.json'} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

it('the lockfile names no registry, so that each machine uses its own [O4]', () => {
  expect(
    Object.entries(packages)
      .filter(([, { resolved }]) => resolved)
      .map(([place]) => place),
  ).toEqual([]);
});

it('package.json pins exact versions [O4]', () => {
  const wanted = readJson<{ dependencies: Record<string, string>; devDependencies: Record<string, string> }>(
    'package.json',
  );
  const loose = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies }).filter(
    ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});
