import { memoizeUntilInvalidated } from '@/lib/cache/invalidate';
import { markPageDegraded } from '@/lib/cache/page-context';
import type { Lesson } from '@/lib/courses/catalogue/course';
import { type Language, languages } from '@/lib/language';
import { log } from '@/lib/log';
import { listCaptionLanguages } from './captions';

interface CourseLessons {
  slug: string;
  lessons: ReadonlyArray<Pick<Lesson, 'file'>>;
}

export const readCourseCaptions = ({ slug, lessons }: CourseLessons): Promise<readonly Language[]> =>
  memoizeUntilInvalidated(`captions ${slug}`, ['courses', `course:${slug}`], () => readCaptions(slug, lessons)).catch(
    (error: unknown) => {
      log.warn(
        { err: error, course: slug },
        'The captions of a course could not be read; its page lists no caption languages',
      );
      markPageDegraded();
      return [];
    },
  );

async function readCaptions(slug: string, lessons: CourseLessons['lessons']): Promise<Language[]> {
  const ofLessons = await Promise.all(lessons.map(({ file }) => listCaptionLanguages(slug, file)));
  return ofLessons.length === 0 ? [] : languages.filter((lang) => ofLessons.every((each) => each.includes(lang)));
}

export type Captioned<Each> = Each & { captions: readonly Language[] };

export const addCaptions = <Each extends CourseLessons>(courses: readonly Each[]): Promise<Array<Captioned<Each>>> =>
  Promise.all(courses.map(async (course) => ({ ...course, captions: await readCourseCaptions(course) })));
