import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { coursesDataSchema } from '@/lib/content/schema';
import { captionProblems } from '@/lib/video/captions/captions-check';
import { manifestSchema } from './manifest';

const root = path.resolve('media');

async function lessons() {
  const { services } = coursesDataSchema.parse(JSON.parse(await readFile('content/midan/ar/course-page/courses-data.json', 'utf8')));
  return services.flatMap((course) => course.courseList.flatMap((chapter) => chapter.lessons.map((lesson) => ({ course: course.courseName, ...lesson }))));
}

test('L7 L9 every sample lesson has its video, as long as the course says, with sound captions in every language', async () => {
  for (const { course, path: place, durationSeconds } of await lessons()) {
    const folder = path.join(root, course, place.split('\\').at(-1)!);
    const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'lesson.json'), 'utf8')));
    expect(Math.abs(manifest.durationSeconds - durationSeconds), folder).toBeLessThanOrEqual(1);
    expect(manifest.captions.map((track) => track.lang)).toEqual(['ar', 'en', 'de']);
    for (const { file } of manifest.captions) expect(captionProblems(file, await readFile(path.join(folder, file), 'utf8'), manifest.durationSeconds)).toEqual([]);
    for (const { file, bytes } of [...manifest.renditions, manifest.source]) expect((await stat(path.join(folder, file))).size).toBe(bytes);
  }
});

test('N1 one sample course is as long as a course: three chapters, eight lessons or more of two to four minutes', async () => {
  const { services } = coursesDataSchema.parse(JSON.parse(await readFile('content/midan/ar/course-page/courses-data.json', 'utf8')));
  const { courseList } = services.find(({ courseName }) => courseName === 'nextjs-from-zero')!;
  const lengths = courseList.flatMap(({ lessons: own }) => own.map(({ durationSeconds }) => durationSeconds));
  expect(courseList.length).toBeGreaterThanOrEqual(3);
  expect(lengths.length).toBeGreaterThanOrEqual(8);
  expect(lengths.filter((seconds) => seconds < 120 || seconds > 240)).toEqual([]);
});

test('L7 all sample videos together are small', async () => {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(files.filter((file) => file.isFile()).map(async (file) => (await stat(path.join(file.parentPath, file.name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60e6);
});
