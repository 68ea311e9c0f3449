import { expect, test } from 'vitest';
import type { CourseCard } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { courseQuery, isAskedFor } from './course-query';

const card = (captions: Language[]) => ({ slug: 'a', title: 'A', summary: '', imageUrl: '', imageAlt: '', lessons: [], product: null, level: 'beginner', spokenLanguage: 'ar', voice: true, captions }) satisfies CourseCard & { captions: Language[] };

test('N1 the filter takes what it knows and leaves out what it does not', () => {
  expect(courseQuery.parse({ level: 'beginner', language: 'de' })).toEqual({ level: 'beginner', language: 'de' });
  for (const odd of ['', 'Beginner', ['beginner', 'advanced'], '<b>']) expect(courseQuery.parse({ level: odd, language: odd })).toEqual({});
});

test('N1 a language is one that is spoken or captioned throughout', () => {
  expect(isAskedFor(card([]), {})).toBe(true);
  expect(isAskedFor(card([]), { language: 'ar', level: 'beginner' })).toBe(true);
  expect(isAskedFor(card(['en']), { language: 'en' })).toBe(true);
  expect(isAskedFor(card(['en']), { language: 'de' })).toBe(false);
  expect(isAskedFor(card(['en']), { language: 'en', level: 'advanced' })).toBe(false);
});
