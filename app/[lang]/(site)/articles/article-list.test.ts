import { expect, test } from 'vitest';
import { articlesAddress } from './article-filters';
import { cutText } from './article-row';

test('C11 180 characters plus an ellipsis, whole characters only', () => {
  expect(cutText('ب'.repeat(180))).toBe('ب'.repeat(180));
  expect(cutText('ب'.repeat(181))).toBe(`${'ب'.repeat(180)}…`);
  expect(cutText('😀'.repeat(200))).toBe(`${'😀'.repeat(90)}…`);
});

test('C11 the list’s address holds what was asked for, and the first page has no number', () => {
  expect(articlesAddress('ar', { q: 'سعر', page: 1 })).toBe(`/ar/articles?q=${encodeURIComponent('سعر')}`);
  expect(articlesAddress('de', { category: 'software', page: 3 })).toBe('/de/articles?category=software&page=3');
  expect(articlesAddress('en', {})).toBe('/en/articles');
});
