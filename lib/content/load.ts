import type { z, ZodType } from 'zod';
import { messagesSchema } from '@/lib/i18n/messages';
import type { LoadedFile } from '@/lib/json-file';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { loadContentFile } from './content-overlay';
import { quizSchema } from './quiz-schema';
import * as schema from './schema';

const safePath = /^(?:[\w-]+\/)*[\w-]+\.json$/;

/** Never throws. Logs a broken file with field and reason (B12, O2). Callers log a missing file if it matters. */
export async function loadContent(path: string): Promise<LoadedFile> {
  const shape = safePath.test(path) ? shapeOf(path) : null;
  const loaded: LoadedFile = shape ? await loadContentFile(path, shape) : { state: 'missing' };
  if (loaded.state === 'broken') log.error({ path, ...loaded }, `Error fetching file: ${path}`);
  return loaded;
}

export async function readContent<Shape extends ZodType>(path: string, shape: Shape): Promise<z.output<Shape> | null> {
  const loaded = await loadContent(path);
  if (loaded.state === 'missing') log.error({ path, ...loaded }, `Error fetching file: ${path}`);
  if (loaded.state !== 'ok') return null;
  if (shapeOf(path) === shape) return loaded.value as z.output<Shape>;
  const parsed = shape.safeParse(loaded.value);
  return parsed.success ? parsed.data : null;
}

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
  [new RegExp(`^[^/]+/${lang}/work-page/cases\\.json$`), schema.workCasesSchema],
  [new RegExp(`^[^/]+/${lang}/work-page/clients\\.json$`), schema.workClientsSchema],
  [new RegExp(`^[^/]+/${lang}/price-page/pricing\\.json$`), schema.pricingSchema],
  [new RegExp(`^[^/]+/${lang}/aboutus-page/[\\w-]+\\.json$`), schema.personBlockSchema],
  [new RegExp(`^[^/]+/${lang}/(?:home|service)-page/[\\w-]+\\.json$`), schema.blockSchema],
];

export function shapeOf(path: string): ZodType | null {
  return shapes.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
