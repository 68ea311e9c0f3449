import { expect, test } from 'vitest';
import { addCaptions, readCourseCaptions } from './course-captions';

const slug = 'nextjs-from-zero';

test('a course has captions in a language if the video files of all its lessons have them [N1, N2]', async () => {
  const lessons = [{ file: '01-welcome.mp4' }, { file: '02-first-page.mp4' }];
  expect(await readCourseCaptions({ slug, lessons })).toEqual(['ar', 'en', 'de']);
  expect(await readCourseCaptions({ slug, lessons: [...lessons, { file: 'without-video.mp4' }] })).toEqual([]);
  expect(await readCourseCaptions({ slug, lessons: [] })).toEqual([]);
  expect(await addCaptions([{ slug, lessons, title: 'kept' }])).toEqual([
    { slug, lessons, title: 'kept', captions: ['ar', 'en', 'de'] },
  ]);
});
