import { expect, test } from 'vitest';
import { articlesUrl } from './article-list';
import { truncatePreview } from './article-row';

test('cuts a text to 180 characters and an ellipsis without splitting a character [C11]', () => {
  expect(truncatePreview('ب'.repeat(180))).toBe('ب'.repeat(180));
  expect(truncatePreview('ب'.repeat(181))).toBe(`${'ب'.repeat(180)}…`);
  expect(truncatePreview('😀'.repeat(200))).toBe(`${'😀'.repeat(90)}…`);
});

test('the list’s address contains the filters, and no page number for the first page [C11]', () => {
  expect(articlesUrl('ar', { q: 'سعر', page: 1 })).toBe(`/ar/articles?q=${encodeURIComponent('سعر')}`);
  expect(articlesUrl('de', { category: 'software', page: 3 })).toBe('/de/articles?category=software&page=3');
  expect(articlesUrl('en', {})).toBe('/en/articles');
});
