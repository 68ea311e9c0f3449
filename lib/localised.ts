import { z, type ZodType } from 'zod';
import { defaultLanguage, inEachLanguage, type Language } from './language';

/** The shape of a text, or whatever else, for each language. */
export const localised = <Schema extends ZodType>(schema: Schema) => z.object(inEachLanguage(() => schema));

type WithFallback<Schema extends ZodType> = Record<typeof defaultLanguage, Schema> & Record<Exclude<Language, typeof defaultLanguage>, z.ZodOptional<Schema>>;

/** The shape of a text that is shown in the default language where its translation is missing. */
export const localisedWithFallback = <Schema extends ZodType>(schema: Schema) =>
  z.object(inEachLanguage<Schema | z.ZodOptional<Schema>>((lang) => (lang === defaultLanguage ? schema : schema.optional())) as WithFallback<Schema>);
