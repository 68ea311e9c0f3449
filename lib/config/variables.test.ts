import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { environmentSchema } from './variables';

const names = Object.keys(environmentSchema.shape).sort();
const namesIn = (file: string, pattern: RegExp) => [...new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name))].sort();

it('O4 .env.example has every variable the service reads, and no other', () => {
  expect(namesIn('.env.example', /^#? ?([A-Z][A-Z0-9_]+)=/gm)).toEqual(names);
});

it('O4 the table of variables in docs/configuration.md has every one of them, and no other', () => {
  const table = readFileSync('docs/configuration.md', 'utf8');
  expect([...new Set([...table.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name = '']) => name))].filter((name) => !['HEAD'].includes(name)).sort()).toEqual(names);
});
