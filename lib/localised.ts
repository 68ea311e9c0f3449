import { z, type ZodType } from 'zod';
import { inEachLanguage } from './language';

/** The shape of a text, or whatever else, for each language. */
export const localised = <Schema extends ZodType>(schema: Schema) => z.object(inEachLanguage(() => schema));
