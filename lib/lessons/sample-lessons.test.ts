import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { coursesDataSchema } from '@/lib/content/schema';
import { captionProblems } from '@/lib/lessons/captions/captions-check';
import { manifestSchema } from '@/lib/lessons/manifest';

const root = path.resolve('media');

async function listLessons() {
  const { services } = coursesDataSchema.parse(
    JSON.parse(await readFile('content/midan/ar/course-page/courses-data.json', 'utf8')),
  );
  return services.flatMap((course) =>
    course.courseList.flatMap((chapter) => chapter.lessons.map((lesson) => ({ course: course.courseName, ...lesson }))),
  );
}

test('every sample lesson has a video of the length that its course states, with valid captions in every language [L7, L9]', async () => {
  for (const { course, path: place, durationSeconds } of await listLessons()) {
    const folder = path.join(root, course, place.split('\\').at(-1)!);
    const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'lesson.json'), 'utf8')));
    expect(Math.abs(manifest.durationSeconds - durationSeconds), folder).toBeLessThanOrEqual(1);
    expect(manifest.captions.map((track) => track.lang)).toEqual(['ar', 'en', 'de']);
    for (const { file } of manifest.captions)
      expect(captionProblems(file, await readFile(path.join(folder, file), 'utf8'), manifest.durationSeconds)).toEqual(
        [],
      );
    for (const { file, bytes } of [...manifest.renditions, manifest.source])
      expect((await stat(path.join(folder, file))).size).toBe(bytes);
  }
});

test('one sample course has a realistic length: three chapters and at least eight lessons of two to four minutes [N1]', async () => {
  const { services } = coursesDataSchema.parse(
    JSON.parse(await readFile('content/midan/ar/course-page/courses-data.json', 'utf8')),
  );
  const { courseList } = services.find(({ courseName }) => courseName === 'nextjs-from-zero')!;
  const lengths = courseList.flatMap(({ lessons: own }) => own.map(({ durationSeconds }) => durationSeconds));
  expect(courseList.length).toBeGreaterThanOrEqual(3);
  expect(lengths.length).toBeGreaterThanOrEqual(8);
  expect(lengths.filter((seconds) => seconds < 120 || seconds > 240)).toEqual([]);
});

test('all sample videos together are small [L7]', async () => {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(path.join(file.parentPath, file.name))).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60e6);
});
