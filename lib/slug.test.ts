import { expect, it } from 'vitest';
import { toAsciiSlug, toSlug } from './text';

it('makes one slug: the Latin form first, other scripts kept, quotes and slashes dropped [A12]', () => {
  expect(toSlug("What's new? UI/UX  #1")).toBe('whats-new-uiux-1');
  expect(toSlug('تطوير تطبيقات الويب')).toBe('تطوير-تطبيقات-الويب');
  expect(toSlug('تطوير', 'Web Development')).toBe('web-development');
});

it('an address contains only Latin letters, digits and hyphens of a title [A12, O7]', () => {
  expect(['C++: the basics', 'Über -- Git!', 'تطوير'].map(toAsciiSlug)).toEqual(['c-the-basics', 'ber-git', '']);
});
