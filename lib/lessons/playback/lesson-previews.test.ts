import { beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/database/client';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { replaceLessonPreviews } from './lesson-previews';

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

const article = '<p>Before.</p><p data-lesson-preview="nextjs-from-zero"><a href="/x">Old words</a></p><p>After.</p>';
const said = {
  ar: 'درس مجاني: <bdi>01-welcome.mp4</bdi>',
  en: 'Free lesson: <bdi>01-welcome.mp4</bdi>',
  de: 'Kostenlose Lektion: <bdi>01-welcome.mp4</bdi>',
};

test.each(Object.keys(said) as Array<keyof typeof said>)(
  'an article shows a free lesson by name, in %s [N8, C6]',
  async (lang) => {
    const html = await replaceLessonPreviews(article, lang);
    expect(html).toContain(`<strong>${said[lang]}</strong>`);
    expect(html).toMatch(
      /^<p>Before\.<\/p><p data-lesson-preview="nextjs-from-zero"><a href="\/\w\w\/details\/course-page\/courses-data\/nextjs-from-zero#free-lesson">/,
    );
  },
);

test('escapes the lesson’s name, and shows nothing for a course without a free lesson [N8]', async () => {
  const client = await db();
  await client.lesson.updateMany({
    where: { file: '01-welcome.mp4' },
    data: { name: { ar: '<i>', en: '<i>', de: '<i>' } },
  });
  expect(await replaceLessonPreviews(article, 'en')).toContain('<bdi>&lt;i&gt;</bdi>');
  await client.lesson.updateMany({ data: { freePreview: false } });
  expect(await replaceLessonPreviews(article, 'en')).toBe('<p>Before.</p><p>After.</p>');
});
