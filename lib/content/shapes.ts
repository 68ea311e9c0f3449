import type { ZodType } from 'zod';
import { messagesSchema } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';
import { quizSchema } from './quiz-schema';
import * as schema from './schema';
import { workCasesSchema, workClientsSchema } from './work/work-schema';

const lang = `(?:${languages.join('|')})`;
const shapes: Array<[RegExp, ZodType]> = [
  [/^config\.json$/, schema.configSchema],
  [/^[^/]+\/style\.json$/, schema.styleSchema],
  [/^[^/]+\/pages-components\.json$/, schema.pagesComponentsSchema],
  [/^[^/]+\/products\.json$/, schema.productsSchema],
  [/^[^/]+\/common\/header\.json$/, schema.headerSchema],
  [/^[^/]+\/common\/footer\.json$/, schema.footerSchema],
  [/^[^/]+\/common\/socialMediaLinks\.json$/, schema.socialMediaLinksSchema],
  [/^[^/]+\/common\/(?:policy|refund-policy)\.json$/, schema.legalSchema],
  [/^[^/]+\/quizzes\/[a-z0-9-]+\.json$/, quizSchema],
  [new RegExp(`^[^/]+/i18n/${lang}\\.json$`), messagesSchema],
  [new RegExp(`^[^/]+/${lang}/[\\w-]+/meta-data\\.json$`), schema.metaDataSchema],
  [new RegExp(`^[^/]+/${lang}/admin-guide/guide\\.json$`), schema.guideSchema],
  [new RegExp(`^[^/]+/${lang}/course-page/courses-data\\.json$`), schema.coursesDataSchema],
  [new RegExp(`^[^/]+/${lang}/work-page/cases\\.json$`), workCasesSchema],
  [new RegExp(`^[^/]+/${lang}/work-page/clients\\.json$`), workClientsSchema],
  [new RegExp(`^[^/]+/${lang}/price-page/pricing\\.json$`), schema.pricingSchema],
  [new RegExp(`^[^/]+/${lang}/aboutus-page/[\\w-]+\\.json$`), schema.personBlockSchema],
  [new RegExp(`^[^/]+/${lang}/(?:home|service)-page/[\\w-]+\\.json$`), schema.blockSchema],
];

/** The shape that the content file at `path` (below CONTENT_DIR) must have; null when no such file belongs there. */
export function shapeOf(path: string): ZodType | null {
  return shapes.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
