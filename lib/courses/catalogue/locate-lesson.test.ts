import { expect, test } from 'vitest';
import type { Lesson } from './course';
import { locateLesson } from './locate-lesson';

const lesson = (file: string): Lesson => ({ file, path: `c\\${file}`, name: file, freePreview: false, durationSeconds: 30 });
const course = { chapters: [{ title: 'one', lessons: [lesson('a.mp4'), lesson('b.mp4')] }, { title: 'two', lessons: [lesson('c.mp4')] }] };
const none = new Set<string>();

test('L3 next and previous cross the chapter boundary and end at the ends', () => {
  expect(locateLesson(course, 'b.mp4', none)).toMatchObject({ currentIndex: 1, currentChapterIndex: 0, prevLesson: { file: 'a.mp4' }, nextLesson: { file: 'c.mp4' } });
  expect(locateLesson(course, 'c.mp4', none)).toMatchObject({ currentIndex: 0, currentChapterIndex: 1, prevLesson: { file: 'b.mp4' }, nextLesson: null });
  expect(locateLesson(course, 'a.mp4', none)?.prevLesson).toBeNull();
});

test('L2 without a video the first lesson not yet played opens, and the first again once all are', () => {
  expect(locateLesson(course, null, none)?.lesson.file).toBe('a.mp4');
  expect(locateLesson(course, null, new Set(['a.mp4']))?.lesson.file).toBe('b.mp4');
  expect(locateLesson(course, null, new Set(['a.mp4', 'b.mp4', 'c.mp4']))?.lesson.file).toBe('a.mp4');
});

test('L2 a file the course does not have is nowhere', () => {
  expect(locateLesson(course, '../a.mp4', none)).toBeNull();
  expect(locateLesson({ chapters: [] }, null, none)).toBeNull();
});
