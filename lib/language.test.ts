import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { languageOfHeader, languages } from './language';

describe('the list of languages', () => {
  const codes = languages.join('|');
  const written = [
    new RegExp(`(['"\`])(?:${codes})\\1`),
    new RegExp(`\\b(?:${codes})\\s*:(?!:)`),
    new RegExp(`\\b(?:${codes})\\|(?:${codes})\\b`),
    new RegExp(`['"\`]/(?:${codes})/`),
  ];
  const isCode = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== 'lib/language.ts';
  const files = ['app', 'components', 'lib', 'server']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter(isCode);
  const dropComments = (text: string) =>
    text
      .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
      .replaceAll(/(?<![:'"`])\/\/.*$/gm, '');

  test('is the only place that names the languages [A2]', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      dropComments(readFileSync(file, 'utf8'))
        .split('\n')
        .flatMap((line, index) =>
          written.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
    expect(found).toEqual([]);
  });

  test.each([
    "const all = ['ar', 'de'];",
    'const names = { ar: one, en: two };',
    'const pattern = /(?:ar|en|de)/;',
    'redirect(`/ar/login`)',
  ])('the check would find %s [A2]', (line) => {
    expect(written.some((pattern) => pattern.test(line))).toBe(true);
  });
});

test('reads the best supported language of Accept-Language', () => {
  expect(languageOfHeader('xx, de;q=0.5, en;q=0.8')).toBe('en');
  expect(languageOfHeader('xx')).toBeNull();
});
