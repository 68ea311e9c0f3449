import { expect, test } from 'vitest';
import { readMessages } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';

/** Messages around what somebody has written or is called, which may be of the other direction. */
const around = [
  'gifts.title_from', 'gifts.intro_named', 'refund.refused_note', 'refund.refused_note_gift', 'refund.refused_note_seats', 'courses.continue_at', 'courses.continue_lesson', 'courses.free_preview',
  'ratings.answered_by', 'ratings.title', 'site.created_by', 'certificate.intro', 'quiz.next_lesson', 'quiz.after_lesson', 'level_test.begin', 'level_test.in_course',
  'articles.no_results', 'notes.no_results', 'search.found', 'search.none_title', 'search.in_course', 'admin.search_none',
];

test.each(languages)('N11 P7 L8 names and texts of people stand apart from the direction of the sentence, in %s', async (lang) => {
  const messages = await readMessages(lang);
  const textOf = (key: string) => key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], messages);
  expect(around.filter((key) => !/<bdi>\{\w+\}<\/bdi>/.test(String(textOf(key))))).toEqual([]);
});

test('N2 L8 beside an icon such a sentence is one element: a flexible box would lay its parts out side by side', () => {
  const sources = Object.entries(import.meta.glob<string>('/app/**/*.tsx', { query: '?raw', import: 'default', eager: true }));
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(([, source]) => /<Icon [^>]*\/>\s*\{\w+\.rich\(/.test(source)).map(([file]) => file)).toEqual([]);
});
