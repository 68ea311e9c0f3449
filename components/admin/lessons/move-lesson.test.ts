import { describe, expect, it } from 'vitest';
import { inEachLanguage } from '@/lib/language';
import { moveLesson, moveLessonTo } from './lesson-plan';

const noNames = inEachLanguage(() => '');
const chapters = [['a', 'b'], ['c']].map((files) => ({
  title: noNames,
  lessons: files.map((file) => ({ file, name: noNames, freePreview: false, durationSeconds: 1 })),
}));
const joinFiles = (plan: typeof chapters | undefined) =>
  plan?.map(({ lessons }) => lessons.map(({ file }) => file).join('')).join('|');

describe('moving lessons', () => {
  it('the keyboard moves a lesson within its chapter and into the next or previous one [O7]', () => {
    expect(joinFiles(moveLesson(chapters, { chapter: 0, lesson: 0 }, 1)?.chapters)).toBe('ba|c');
    expect(joinFiles(moveLesson(chapters, { chapter: 0, lesson: 1 }, 1)?.chapters)).toBe('a|bc');
    expect(joinFiles(moveLesson(chapters, { chapter: 1, lesson: 0 }, -1)?.chapters)).toBe('abc|');
    expect(moveLesson(chapters, { chapter: 0, lesson: 0 }, -1)).toBeNull();
    expect(moveLesson(chapters, { chapter: 1, lesson: 0 }, 1)).toBeNull();
  });

  it('a dragged lesson lands where it is dropped [O7]', () => {
    expect(joinFiles(moveLessonTo(chapters, { chapter: 1, lesson: 0 }, { chapter: 0, lesson: 1 }))).toBe('acb|');
    expect(joinFiles(moveLessonTo(chapters, { chapter: 0, lesson: 0 }, { chapter: 0, lesson: 2 }))).toBe('ba|c');
    expect(joinFiles(moveLessonTo(chapters, { chapter: 0, lesson: 0 }, { chapter: 0, lesson: 0 }))).toBe('ab|c');
  });
});
