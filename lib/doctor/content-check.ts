import 'server-only';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { documentsBehindFiles } from '@/lib/admin/content/versions';
import { findContentFaults } from '@/lib/content/check/find-faults';
import { findSampleFiles } from '@/lib/content/samples';
import { db } from '@/lib/database/client';
import { bad, ok, warn, type Check } from './check';

/** Every content file parses, and all languages have the same files (O2, B9). */
export const contentCheck: Check = {
  name: 'content',
  async run() {
    const faults = await findContentFaults(config().contentDir);
    return faults.length > 0 ? faults.map(bad) : [ok('every file is right, in all languages')];
  },
};

/** Invented clients and their words must not be published as real ones (N3). */
export const sampleCheck: Check = {
  name: 'samples',
  async run() {
    const { contentDir, siteProject } = config();
    const files = await findSampleFiles(join(contentDir, siteProject));
    if (files.length === 0) return [ok('nothing in the content is marked as an invented example')];
    return files.map((file) => warn(`${siteProject}/${file} has invented examples ("sample": true): replace or remove them before publishing`));
  },
};

/** Files that a deployment changed after their page was published in administration: a person chooses there. */
export const publishedCheck: Check = {
  name: 'published here',
  async run() {
    const ids = await documentsBehindFiles();
    if (ids.length === 0) return [ok('no content file is newer than what was published over it')];
    return ids.map((id) => warn(`${id}: the files were changed after it was published in administration, and are not shown; choose there, under Pages`));
  },
};

/** Rows changed in administration no longer follow their content file. */
export const editedCheck: Check = {
  name: 'edited here',
  async run() {
    const client = await db();
    const edited = { where: { editedAt: { not: null }, syncedHash: { not: null } } } as const;
    const courses = await client.course.findMany({ ...edited, select: { slug: true } });
    const products = await client.product.findMany({ ...edited, select: { key: true } });
    const quizzes = await client.quiz.findMany({ ...edited, select: { id: true }, orderBy: { id: 'asc' } });
    const newCourses = await client.course.findMany({ where: { syncedHash: null }, select: { slug: true }, orderBy: { slug: 'asc' } });
    const newQuizzes = await client.quiz.findMany({ where: { syncedHash: null }, select: { id: true }, orderBy: { id: 'asc' } });
    const made = [...newCourses.map(({ slug }) => `course ${slug}`), ...newQuizzes.map(({ id }) => `quiz ${id}`)]
      .map((name) => ok(`${name} was made in administration; npm run content:export writes it into the files`));
    const names = [...courses.map(({ slug }) => `course ${slug}`), ...products.map(({ key }) => `product ${key}`), ...quizzes.map(({ id }) => `quiz ${id}`)];
    if (names.length === 0) return [ok('courses, products and quizzes of the files follow them'), ...made];
    return [...names.map((name) => warn(`${name} was changed in administration and no longer follows its file`)), ...made];
  },
};
