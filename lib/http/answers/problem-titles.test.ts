import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '@/lib/language';
import { problemTitles } from './problem-titles';

const wordsOf = (lang: string) => (JSON.parse(readFileSync(`content/midan/i18n/${lang}.json`, 'utf8')) as { problems: Record<string, string> }).problems;

/** The keys that the sources refuse with; those that a domain function returns as a code are not written out. */
function refusals(): Set<string> {
  const files = ['app', 'lib'].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)));
  const written = /(?:new Problem\(\d+, |notFound\(|forbidden\(|unavailable\()'([a-z-]+)'/g;
  const sources = files.filter((name) => /(?<!test)\.tsx?$/.test(name)).map((name) => readFileSync(name, 'utf8'));
  return new Set(sources.flatMap((text) => [...text.matchAll(written)].map(([, key]) => key ?? '')));
}

test.each(languages)('S1 S3 S4 every refusal has its words in %s', (lang) => {
  const words = wordsOf(lang);
  const keys = refusals();
  expect(keys.size).toBeGreaterThan(30);
  expect([...keys].filter((key) => !words[key.replaceAll('-', '_')])).toEqual([]);
});

test.each(languages)('O4 the front refuses in %s with the words of the content', (lang) => {
  const words = wordsOf(lang);
  for (const [key, titles] of Object.entries(problemTitles)) expect([key, titles[lang]]).toEqual([key, words[key.replaceAll('-', '_')]]);
});
