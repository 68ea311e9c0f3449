import { expect, test } from 'vitest';
import { readMessages } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';

const around = [
  'gifts.title_from',
  'gifts.intro_named',
  'refund.refused_note',
  'refund.refused_note_gift',
  'refund.refused_note_seats',
  'courses.continue_at',
  'courses.continue_lesson',
  'courses.free_preview',
  'ratings.answered_by',
  'ratings.title',
  'site.created_by',
  'certificate.intro',
  'quiz.next_lesson',
  'quiz.after_lesson',
  'level_test.begin',
  'level_test.in_course',
  'articles.no_results',
  'notes.no_results',
  'search.found',
  'search.none_title',
  'search.in_course',
  'admin.search_none',
];

test.each(languages)(
  'names and user texts inside a sentence are isolated from its direction in %s [N11, P7, L8]',
  async (lang) => {
    const messages = await readMessages(lang);
    const getText = (key: string) =>
      key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], messages);
    expect(around.filter((key) => !/<bdi>\{\w+\}<\/bdi>/.test(String(getText(key))))).toEqual([]);
  },
);

test('a sentence with markup beside an icon is wrapped in one element, so that a flex box does not split it [N2, L8]', () => {
  const sources = Object.entries(
    import.meta.glob<string>('/{app,components}/**/*.tsx', { query: '?raw', import: 'default', eager: true }),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(([, source]) => /<Icon [^>]*\/>\s*\{\w+\.rich\(/.test(source)).map(([file]) => file)).toEqual(
    [],
  );
});
