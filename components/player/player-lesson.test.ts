import { expect, test } from 'vitest';
import type { LessonView } from '@/lib/lessons/playback/describe-video';
import { readPlayerLesson } from './player-lesson';

test('the size of a lesson uses the units and decimal separator of the page’s language [L7]', async () => {
  const view = {
    file: 'a.mp4',
    renditions: [
      { name: '720p', height: 720, bytes: 13_002_342 },
      { name: 'audio', height: 0, bytes: 96_540 },
    ],
  } as LessonView;
  const listSizes = async (lang: 'ar' | 'en' | 'de') =>
    (await readPlayerLesson(view, lang)).renditions.map(({ size }) => size);
  expect(await listSizes('de')).toEqual(['12,4 MB', '94 kB']);
  expect(await listSizes('en')).toEqual(['12.4 MB', '94 kB']);
  expect(await listSizes('ar')).toEqual(['12.4 ميجابايت', '94 كيلوبايت']);
});
