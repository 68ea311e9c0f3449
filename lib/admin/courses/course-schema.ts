import { z } from 'zod';
import { courseLevels, imagePath, metaSchema } from '@/lib/content/schema';
import { languages } from '@/lib/language';
import { localised } from '@/lib/localised';

const line = z.string().trim().min(1, 'required').max(200, 'too_long');

/** A course's editable text in one language; videos follow the content files, and so does what names the course in addresses. */
export const courseTextInputSchema = z.object({
  title: line,
  summary: z.string().trim().min(1, 'required').max(600, 'too_long'),
  htmlContent: z.string().max(50_000, 'too_long').meta({ format: 'html' }),
  /** Absent: stays as it is. */
  imageUrl: imagePath.optional(),
  imageAlt: line.optional(),
  meta: metaSchema.optional(),
  courseInfo: z.object({
    createdBy: line,
    whatYouWillLearn: z.array(z.object({ content: line })).max(30),
    courseInclude: z.array(z.object({ title: line, details: z.array(z.object({ content: line })).max(40) })).max(30),
    prerequisites: z.array(z.object({ content: line })).max(30).default([]),
    faq: z.array(z.object({ question: line, answer: z.string().trim().min(1, 'required').max(2000, 'too_long') })).max(30).default([]),
  }),
});
export type CourseTextInput = z.output<typeof courseTextInputSchema>;

export const courseChangeSchema = z.object({
  published: z.boolean('required'),
  level: z.enum(courseLevels, 'required'),
  spokenLanguage: z.enum(languages, 'required'),
  texts: localised(courseTextInputSchema),
  /** What the editor had loaded (`textVersion`, `planVersion`); with it somebody else's change in between is a conflict. */
  version: z.string().optional(),
});
export type CourseChange = z.output<typeof courseChangeSchema>;

export const lessonPlanSchema = z.object({
  chapters: z
    .array(z.object({ title: localised(line), lessons: z.array(z.object({ file: z.string().min(1).max(200), name: localised(line), freePreview: z.boolean() })).min(1, 'chapter_empty').max(200) }))
    .min(1, 'required')
    .max(100),
  version: z.string().optional(),
});
export type LessonPlan = z.output<typeof lessonPlanSchema>;
