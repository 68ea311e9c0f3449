import { z } from 'zod';
import { courseLevels } from '@/lib/content/schema';
import type { CourseCard } from '@/lib/courses/catalogue/course-offer';
import { languages } from '@/lib/language';
import type { Captioned } from '@/lib/video/captions/course-captions';

/** What the filter may ask for; anything else asks for nothing. */
export const courseQuery = z.object({
  level: z.enum(courseLevels).optional().catch(undefined),
  language: z.enum(languages).optional().catch(undefined),
});
export type CourseQuery = z.infer<typeof courseQuery>;

/** A course can be followed in the language that is spoken, and in those that every lesson has captions in. */
export const isAskedFor = ({ level, spokenLanguage, captions }: Captioned<CourseCard>, asked: CourseQuery): boolean =>
  (!asked.level || level === asked.level) && (!asked.language || spokenLanguage === asked.language || captions.includes(asked.language));
