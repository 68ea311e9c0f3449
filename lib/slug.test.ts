import { expect, it } from 'vitest';
import { bareSlug, toAsciiSlug, toSlug } from './text';

it('makes one slug: the Latin form first, other scripts kept, quotes and slashes dropped [A12]', () => {
  expect(toSlug("What's new? UI/UX  #1")).toBe('whats-new-uiux-1');
  expect(toSlug('تطوير تطبيقات الويب')).toBe('تطوير-تطبيقات-الويب');
  expect(toSlug('تطوير', 'Web Development')).toBe('web-development');
});

it('an address contains only Latin letters, digits and hyphens of a title [A12, O7]', () => {
  expect(['C++: the basics', 'Über -- Git!', 'تطوير'].map(toAsciiSlug)).toEqual(['c-the-basics', 'ber-git', '']);
});

it.each([
  'a-slug.',
  'a-slug،',
  'a-slug).',
  'a-slug”',
  'a-slug?utm_source=x',
  'a-slug&utm_source=x&utm_medium=y',
  'a-slug.&fbclid=x',
])('what programs append to a link is no part of the slug: %s [A15]', (slug) => {
  expect(bareSlug(slug)).toBe('a-slug');
});

it('a slug without appended characters has no other form [A15]', () => {
  expect(['a-slug', 'c++', '…', '?', 'a.b'].map(bareSlug)).toEqual([null, null, null, null, null]);
});
