import { expect, test } from 'vitest';
import type { CourseCard } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { courseQuery, matchesCourseQuery } from './course-filter';

const buildCard = (captions: Language[]) =>
  ({
    slug: 'a',
    title: 'A',
    summary: '',
    imageUrl: '',
    imageAlt: '',
    lessons: [],
    product: null,
    level: 'beginner',
    spokenLanguage: 'ar',
    voice: true,
    captions,
  }) satisfies CourseCard & { captions: Language[] };

test('the filter ignores unknown values [N1]', () => {
  expect(courseQuery.parse({ level: 'beginner', language: 'de' })).toEqual({ level: 'beginner', language: 'de' });
  for (const odd of ['', 'Beginner', ['beginner', 'advanced'], '<b>'])
    expect(courseQuery.parse({ level: odd, language: odd })).toEqual({});
});

test('a course matches a language that is spoken or captioned in all its lessons [N1]', () => {
  expect(matchesCourseQuery(buildCard([]), {})).toBe(true);
  expect(matchesCourseQuery(buildCard([]), { language: 'ar', level: 'beginner' })).toBe(true);
  expect(matchesCourseQuery(buildCard(['en']), { language: 'en' })).toBe(true);
  expect(matchesCourseQuery(buildCard(['en']), { language: 'de' })).toBe(false);
  expect(matchesCourseQuery(buildCard(['en']), { language: 'en', level: 'advanced' })).toBe(false);
});
