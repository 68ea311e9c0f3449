import { expect, it } from 'vitest';
import { addressOf, slugOf } from './slug';

it('A12 makes one slug: Latin form first, other scripts stay, quotes and slashes dropped', () => {
  expect(slugOf("What's new? UI/UX  #1")).toBe('whats-new-uiux-1');
  expect(slugOf('تطوير تطبيقات الويب')).toBe('تطوير-تطبيقات-الويب');
  expect(slugOf('تطوير', 'Web Development')).toBe('web-development');
});

it('A12 O7 an address in Latin letters has nothing else of a title', () => {
  expect(['C++: the basics', 'Über -- Git!', 'تطوير'].map(addressOf)).toEqual(['c-the-basics', 'ber-git', '']);
});
