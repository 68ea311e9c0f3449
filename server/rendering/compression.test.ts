import { expect, test } from 'vitest';
import { encodingFor, isWorthCompressing } from './compression';

test.each([
  ['br', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['*', 'br'],
  ['identity', 'identity'],
  ['GZIP;q=0.5', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %s gets %s, also from the cache [A5]', (header, encoding) => {
  expect([encodingFor(header), encodingFor(header)]).toEqual([encoding, encoding]);
});

test('pictures, videos and small answers are not compressed [A5]', () => {
  const types = [
    'text/html; charset=utf-8',
    'application/problem+json',
    'image/svg+xml',
    'image/png',
    'video/mp4',
    'text/event-stream',
  ];
  expect(types.map((type) => isWorthCompressing(type, 5_000))).toEqual([true, true, true, false, false, false]);
  expect(isWorthCompressing('text/html', 500)).toBe(false);
});
