import { z } from 'zod';
import { productPrice } from '@/lib/admin/products';
import { courseLevels, imagePath, metaSchema } from '@/lib/content/schema';
import { languages, type Language } from '@/lib/language';
import { piastresOf } from '@/lib/money';
import { localised, singleLine, typedCode } from '@/lib/schemas';

/** Of a draft it may still be missing. */
const draftText = (most: number) => z.string('required').trim().max(most, 'too_long');
const line = singleLine().min(1, 'required').max(200, 'too_long');

/** A course's editable text in one language; videos follow the content files, and so does what names the course in addresses. */
export const courseTextInputSchema = z.object({
  title: line,
  summary: draftText(600),
  htmlContent: z.string().max(50_000, 'too_long').meta({ format: 'html' }),
  /** Absent: stays as it is. */
  imageUrl: imagePath.optional(),
  imageAlt: line.optional(),
  meta: metaSchema.optional(),
  courseInfo: z.object({
    createdBy: draftText(200),
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
  /** Absent: stays as it is. */
  voice: z.boolean().optional(),
  texts: localised(courseTextInputSchema),
  /** What the editor had loaded (`textVersion`, `planVersion`); with it somebody else's change in between is a conflict. */
  version: z.string().optional(),
}).superRefine(({ published, texts }, context) => {
  if (!published) return;
  for (const lang of languages) {
    const missing = [[['summary'], texts[lang].summary], [['courseInfo', 'createdBy'], texts[lang].courseInfo.createdBy]] as const;
    for (const [field, text] of missing) if (text === '') context.addIssue({ code: 'custom', path: ['texts', lang, ...field], message: 'required' });
  }
});
export type CourseChange = z.output<typeof courseChangeSchema>;

/** The course begins as a draft with these; everything else is written on its page. */
export const newCourseSchema = z.object({
  title: localised(line),
  /** Its address for good. Absent: made of the international title (row A12). */
  slug: typedCode().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'key_invalid').max(100, 'too_long').optional(),
  level: z.enum(courseLevels, 'required'),
  spokenLanguage: z.enum(languages, 'required'),
  /** in piastres; 0 is free */
  amount: productPrice,
});
export type NewCourse = z.output<typeof newCourseSchema>;

/** As a form without JavaScript has it: pounds as they were typed, and an address that is left empty is made of the title. */
export const newCourseOfForm = ({ amount, slug, ...typed }: Readonly<Record<string, unknown>>, lang: Language) =>
  ({ ...typed, ...(typeof slug === 'string' && slug.trim() !== '' && { slug }), amount: typeof amount === 'string' ? piastresOf(amount, lang) : amount });

const plannedLesson = z.object({ file: z.string().min(1).max(200), name: localised(line), freePreview: z.boolean() });

export const lessonPlanSchema = z.object({
  /** A chapter may wait for its lessons; visitors do not see it until then. */
  chapters: z.array(z.object({ title: localised(line), lessons: z.array(plannedLesson).max(200) })).min(1, 'required').max(100),
  /** Lessons that are deleted; only while nobody has the course. */
  removed: z.array(z.string().min(1).max(200)).max(200).optional(),
  version: z.string().optional(),
});
export type LessonPlan = z.output<typeof lessonPlanSchema>;
