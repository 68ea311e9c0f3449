import { expect, it } from 'vitest';
import { slugOf } from './slug';

it('A12 makes one slug: Latin form first, other scripts stay, quotes and slashes dropped', () => {
  expect(slugOf("What's new? UI/UX  #1")).toBe('whats-new-uiux-1');
  expect(slugOf('تطوير تطبيقات الويب')).toBe('تطوير-تطبيقات-الويب');
  expect(slugOf('تطوير', 'Web Development')).toBe('web-development');
});
