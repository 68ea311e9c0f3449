import { z } from 'zod';
import { featureFlagsSchema } from '@/lib/feature-flags';
import { defaultLanguage, languages } from '@/lib/language';
import { emailPattern, localised, titleSlug, typedCode } from '@/lib/schemas';
import { attachmentTypeOf } from './attachment-types';

/** Shapes of the files under `content/`; content/README.md explains them. */

const text = z.string().trim().min(1);
const html = text.describe('HTML');
const sitePath = typedCode().regex(/^\/[\w\-./%]+$/, 'must be a path on this site');
export const imagePath = sitePath.meta({ format: 'picture' });
const slug = typedCode().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a Latin slug');
const route = typedCode().regex(/^\/[\w\-./#?=&%]*$/, 'must begin with /');

const languageSchema = z.enum(languages);

export const configSchema = z.object({
  productName: text,
  productNames: localised(text),
  company: z.object({
    legalName: text,
    email: typedCode().pipe(z.email({ pattern: emailPattern })),
    phone: typedCode().regex(/^\+\d{8,15}$/),
    city: text,
    country: z.string().length(2),
    founded: z.number().int(),
  }),
  player: z
    .object({ watermark: z.boolean().describe("shows the learner's masked email address over lessons") })
    .optional(),
  capabilities: featureFlagsSchema.optional(),
  types: z.record(z.string(), text).describe('maps the last segment of a fileName to the type of the block'),
});

export const styleSchema = z.record(z.string().regex(/^--[a-z0-9-]+$/), text);

const componentEntry = z.object({
  fileName: z.string().regex(/^[\w-]+(?:\/[\w-]+)*$/),
  hidden: z.boolean().optional().describe('listed but not shown on the page'),
});
export const pagesComponentsSchema = z.object({
  homeComponents: z.array(componentEntry),
  aboutusComponents: z.array(componentEntry),
  serviceComponents: z.array(componentEntry),
});

/** Key of an interface text; text that is not a key is shown unchanged. */
const messageKey = text.meta({ format: 'message' });
const tabsSchema = z.array(z.object({ name: messageKey, route }));
export const headerSchema = z.object({
  logo: imagePath,
  tabs: tabsSchema,
  languages: z
    .array(z.object({ name: text, value: languageSchema, flag: text }))
    .refine(
      (choices) => languages.every((lang) => choices.some(({ value }) => value === lang)),
      'must name every language of the site',
    ),
});

export const footerSchema = z.object({
  logo: imagePath,
  imageSrc: imagePath.optional(),
  witharc: z.boolean(),
  columns: z.array(z.object({ name: messageKey, tabs: tabsSchema })).optional(),
});

const socialLinkSchema = z.object({
  name: text,
  link: typedCode().regex(/^(https:\/\/|mailto:|tel:|\/)\S+$/),
  path: imagePath,
  icon: z.enum(['tiktok', 'linkedin', 'instagram', 'facebook', 'whatsapp', 'youtube', 'envelope', 'phone', 'file']),
});

/** Accepts the misspelling `soicalMediaLinks`, which one of the old API calls uses. */
export const socialMediaLinksSchema = z
  .union([
    z.object({ socialMediaLinks: z.array(socialLinkSchema) }),
    z.object({ soicalMediaLinks: z.array(socialLinkSchema) }),
  ])
  .transform((file) => ({
    socialMediaLinks: 'socialMediaLinks' in file ? file.socialMediaLinks : file.soicalMediaLinks,
  }));

export const metaSchema = z.record(z.string().regex(/^[a-z][a-z0-9:_-]*$/i), text);

/** `heading` and `intro` are shown at the top of pages that are not made of blocks. */
export const metaDataSchema = z.object({
  meta: metaSchema,
  heading: z.object({ first: text, second: text.optional() }).optional(),
  intro: text.optional(),
});

const itemFields = {
  title: text,
  titleTr: text.optional().describe('Latin form, wins in the slug (A12)'),
  formerSlugs: z.array(titleSlug).optional().describe('old addresses, answered by 308 (A14)'),
  summary: text,
  imageUrl: imagePath,
  imageAlt: text,
  video: sitePath.optional(),
  htmlContent: html,
  meta: metaSchema.optional(),
};

const serviceSchema = z.object({
  ...itemFields,
  category: z.literal('video'),
  imageIconPath: imagePath,
  points: z.array(text).optional().describe('benefits for the client'),
});

export const blockSchema = z.object({
  type: z.enum(['hero-with-one-image', 'text-with-image', 'image-with-text']),
  fileName: componentEntry.shape.fileName,
  layout: z
    .enum(['services', 'courses', 'steps'])
    .optional()
    .describe(
      'replaces the picture: services shows a grid of all services, courses the courses for sale, steps the points as numbered steps',
    ),
  eyebrow: text.optional(),
  title: text,
  titleTr: text.optional(),
  summary: text,
  imageIconPath: imagePath,
  imageSmallPath: imagePath.optional(),
  imageAlt: text,
  points: z.array(z.object({ title: text, text })).optional(),
  actions: z.array(z.object({ label: text, route: route.describe('without the language') })).optional(),
  details: z
    .object({ isDetails: z.boolean(), services: z.array(serviceSchema) })
    .describe('isDetails: each service has its own page'),
});

export const personBlockSchema = z.object({
  type: z.literal('app-text-with-one-image'),
  fileName: componentEntry.shape.fileName,
  title: text,
  content: html,
  imgsrc: imagePath,
  imageAlt: text,
  name: text,
  role: text,
});

export const pricingSchema = z.object({
  departments: z.array(
    z.object({
      departmentName: text,
      summary: text,
      pricing: z.array(
        z.object({
          packageName: text,
          packagePrice: z.number().int().nonnegative().describe('pounds'),
          showPrice: z.boolean(),
          packageServices: z.array(text).min(1),
          period: text.optional(),
          featured: z.boolean().optional(),
        }),
      ),
    }),
  ),
});

export const legalSchema = z.object({
  title: text,
  effective: z.string().regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/),
  intro: text,
  sections: z.array(z.object({ id: slug, title: text, html })),
});

export const guideSchema = legalSchema.omit({ effective: true });

const point = z.object({ content: text });

export const courseLevels = ['beginner', 'intermediate', 'advanced'] as const;
export type CourseLevel = (typeof courseLevels)[number];

/** A file in `MEDIA_DIR/{course}/attachments`, or in that folder of the bucket (N17). */
const attachmentSchema = z.object({
  file: z
    .string()
    .max(120)
    .regex(/^[\p{L}\p{N}_-][\p{L}\p{M}\p{N} ._()-]*$/u, 'a file name without a folder')
    .refine((file) => attachmentTypeOf(file) !== null, 'a type that may not be attached'),
  name: text,
});

const lessonSchema = z.object({
  name: text,
  path: z.string().regex(/^[\w-]+(?:\\[\w-]+)*\\[\w-]+\.mp4$/, 'folders and file joined by backslashes'),
  durationSeconds: z.number().int().positive(),
  freePreview: z.boolean().optional(),
  summary: text.optional(),
  attachments: z.array(attachmentSchema).max(50).optional(),
});

const pounds = z.number().nonnegative().multipleOf(0.01).max(1_000_000);

export const courseSchema = z.object({
  ...itemFields,
  category: z.literal('Coursedetails'),
  published: z.boolean().optional().describe('false: not on offer'),
  courseName: slug,
  productKey: slug,
  courseInfo: z.object({
    createdBy: text,
    pricing: pounds.describe('pounds; 0: free'),
    sales: pounds.nullable().describe('pounds; null without a sale'),
    level: z.enum(courseLevels),
    spokenLanguage: languageSchema.describe('language spoken in the lessons; captions belong to the video files'),
    voice: z
      .boolean()
      .optional()
      .describe('false if there is no voice-over; spokenLanguage is then that of the text on screen'),
    prerequisites: z.array(point).describe('requirements before the course'),
    faq: z.array(z.object({ question: text, answer: text })),
    whatYouWillLearn: z.array(point),
    courseInclude: z.array(z.object({ title: text, details: z.array(point) })),
  }),
  courseList: z.array(z.object({ title: text, lessons: z.array(lessonSchema).min(1) })).min(1),
});

export const coursesDataSchema = z.object({ services: z.array(courseSchema) });

const productText = z.object({ name: text, description: text });

/** Amounts are in pounds; `lib/money` converts them to piastres. */
export const productSchema = z
  .object({
    key: slug,
    name: text,
    description: text,
    amount: pounds,
    regularAmount: pounds.optional().describe('price without the sale, if no course states it'),
    active: z.boolean().optional().describe('false: not for sale'),
    courseName: slug,
    courseNames: z
      .array(slug)
      .min(2)
      .max(20)
      .optional()
      .describe('all courses of a bundle; the first one is courseName'),
    refundableOnSale: z.boolean().optional(),
    translations: localised(productText)
      .omit({ [defaultLanguage]: true })
      .optional()
      .describe('name and description in the other languages'),
  })
  .superRefine(({ courseName, courseNames }, context) => {
    if (!courseNames) return;
    if (courseNames[0] !== courseName)
      context.addIssue({
        code: 'custom',
        path: ['courseNames', 0],
        message: 'the first course of a bundle must be its courseName',
      });
    if (new Set(courseNames).size < courseNames.length)
      context.addIssue({ code: 'custom', path: ['courseNames'], message: 'a bundle may list each course only once' });
  });

export const productsSchema = z.array(productSchema).superRefine((products, context) => {
  const seen = new Set<string>();
  products.forEach((product, index) => {
    if (seen.has(product.key))
      context.addIssue({ code: 'custom', path: [index, 'key'], message: `duplicate key ${product.key}` });
    seen.add(product.key);
  });
});

export type SiteConfig = z.infer<typeof configSchema>;
export type Style = z.infer<typeof styleSchema>;
export type PagesComponents = z.infer<typeof pagesComponentsSchema>;
export type SocialLink = z.infer<typeof socialLinkSchema>;
export type Meta = z.infer<typeof metaSchema>;
export type MetaData = z.infer<typeof metaDataSchema>;
export type Block = z.infer<typeof blockSchema>;
export type Service = z.infer<typeof serviceSchema>;
export type PersonBlock = z.infer<typeof personBlockSchema>;
export type Pricing = z.infer<typeof pricingSchema>;
export type CourseData = z.infer<typeof courseSchema>;
export type ProductData = z.infer<typeof productSchema>;

const casePictureSchema = z.object({
  src: imagePath,
  alt: text,
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional()
    .describe('shown until the picture has loaded'),
  focus: z
    .string()
    .regex(/^\d{1,3}% \d{1,3}%$/)
    .optional()
    .describe('point that stays visible when the picture is cropped, such as 50% 20%'),
});

const sample = z.boolean().optional().describe('invented example; npm run doctor reports it until it is replaced');

export const workCaseSchema = z.object({
  sample,
  title: text,
  titleTr: text.optional().describe('Latin form, wins in the slug (A12)'),
  formerSlugs: z.array(titleSlug).optional().describe('old addresses, answered by 308 (A14)'),
  client: text,
  sector: text.describe("the client's industry and location"),
  year: z.number().int().min(2000).max(2100),
  summary: text.describe('one or two sentences for lists'),
  task: html,
  done: html,
  results: z
    .array(
      z.object({
        value: text.describe('short: 38 %'),
        label: text.describe('quantity measured, and the value it is compared with'),
      }),
    )
    .min(1)
    .max(4),
  picture: casePictureSchema,
  screens: z.array(z.object({ picture: casePictureSchema, caption: text })),
  quote: z.object({ text, name: text, role: text, company: text }).optional(),
  usedServices: z.array(titleSlug).describe('slugs of the services that were used'),
  meta: metaSchema,
});

export const workCasesSchema = z.object({ cases: z.array(workCaseSchema) });

export const workClientsSchema = z.object({
  clients: z.array(
    z.object({
      sample,
      name: text,
      mark: imagePath.describe("square drawing whose shape is filled with the page's colour"),
    }),
  ),
});

export type CasePicture = z.infer<typeof casePictureSchema>;
export type WorkCase = z.infer<typeof workCaseSchema>;
