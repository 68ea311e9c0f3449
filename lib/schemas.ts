import { z, type ZodType } from 'zod';
import { defaultLanguage, inEachLanguage, type Language } from './language';
import { slugOf } from './slug';

/** The shape of a text, or whatever else, for each language. */
export const localised = <Schema extends ZodType>(schema: Schema) => z.object(inEachLanguage(() => schema));

type WithFallback<Schema extends ZodType> = Record<typeof defaultLanguage, Schema> & Record<Exclude<Language, typeof defaultLanguage>, z.ZodOptional<Schema>>;

/** The shape of a text that is shown in the default language where its translation is missing. */
export const localisedWithFallback = <Schema extends ZodType>(schema: Schema) =>
  z.object(inEachLanguage<Schema | z.ZodOptional<Schema>>((lang) => (lang === defaultLanguage ? schema : schema.optional())) as WithFallback<Schema>);

/** A number of a query, in digits alone: neither `1e2` nor `0x10`. */
export const wholeNumber = (most: number, message: string) => z.string(message).regex(/^\d{1,15}$/, message).transform(Number).pipe(z.number().min(1, message).max(most));

/** `?page=` of every list. */
export const pageNumber = wholeNumber(100_000, 'page_number').default(1);

/** ASCII only, so that no homograph is accepted; stored in lower case. The messages are keys of `validation`. */
export const emailAddress = (invalid: string, missing = invalid) =>
  z.string({ error: missing }).trim().toLowerCase().min(1, missing).max(254, invalid).pipe(z.email(invalid));

/** A slug of a title in any script (A12). */
export const titleSlug = z.string().min(1).refine((given) => slugOf(given) === given, 'must be a slug');

/** PostgreSQL cannot store NUL, and a lone surrogate is not UTF-8. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);
