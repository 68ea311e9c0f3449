import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const roots = ['app', 'bench', 'e2e', 'lib', 'mocks', 'prisma', 'scripts', 'server'];
const mostFiles = 16;

const sources = roots.flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file));

test('a folder of more than about fifteen files has sub-folders by what they do', () => {
  const counts = new Map<string, number>();
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > mostFiles).map(([folder, count]) => `${folder}: ${count}`)).toEqual([]);
});
