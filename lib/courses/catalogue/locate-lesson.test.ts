import { expect, test } from 'vitest';
import { locateLesson } from '@/lib/courses/enrolment/open-lesson';
import type { Lesson } from './course';

const buildLesson = (file: string): Lesson => ({
  file,
  path: `c\\${file}`,
  name: file,
  freePreview: false,
  durationSeconds: 30,
});
const course = {
  chapters: [
    { title: 'one', lessons: [buildLesson('a.mp4'), buildLesson('b.mp4')] },
    { title: 'two', lessons: [buildLesson('c.mp4')] },
  ],
};
const none = new Set<string>();

test('next and previous cross the chapter boundary and stop at both ends [L3]', () => {
  expect(locateLesson(course, 'b.mp4', none)).toMatchObject({
    currentIndex: 1,
    currentChapterIndex: 0,
    prevLesson: { file: 'a.mp4' },
    nextLesson: { file: 'c.mp4' },
  });
  expect(locateLesson(course, 'c.mp4', none)).toMatchObject({
    currentIndex: 0,
    currentChapterIndex: 1,
    prevLesson: { file: 'b.mp4' },
    nextLesson: null,
  });
  expect(locateLesson(course, 'a.mp4', none)?.prevLesson).toBeNull();
});

test('without a given video, the first unplayed lesson opens, or the first one if all were played [L2]', () => {
  expect(locateLesson(course, null, none)?.lesson.file).toBe('a.mp4');
  expect(locateLesson(course, null, new Set(['a.mp4']))?.lesson.file).toBe('b.mp4');
  expect(locateLesson(course, null, new Set(['a.mp4', 'b.mp4', 'c.mp4']))?.lesson.file).toBe('a.mp4');
});

test('finds nothing for a file that the course does not have [L2]', () => {
  expect(locateLesson(course, '../a.mp4', none)).toBeNull();
  expect(locateLesson({ chapters: [] }, null, none)).toBeNull();
});
