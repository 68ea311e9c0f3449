import { z, type ZodType } from 'zod';
import { readTime } from './clock';
import { defaultLanguage, inEachLanguage, type Language } from './language';
import { cleanCode, cleanLine } from './single-line';
import { slugOf } from './slug';

/** The shape of a text, or whatever else, for each language. */
export const localised = <Schema extends ZodType>(schema: Schema) => z.object(inEachLanguage(() => schema));

type WithFallback<Schema extends ZodType> = Record<typeof defaultLanguage, Schema> & Record<Exclude<Language, typeof defaultLanguage>, z.ZodOptional<Schema>>;

/** The shape of a text that is shown in the default language where its translation is missing. */
export const localisedWithFallback = <Schema extends ZodType>(schema: Schema) =>
  z.object(inEachLanguage<Schema | z.ZodOptional<Schema>>((lang) => (lang === defaultLanguage ? schema : schema.optional())) as WithFallback<Schema>);

/** A field that may be left out. Forms without JavaScript send every field, so an empty text counts as left out. */
export const unlessEmpty = <Schema extends ZodType>(schema: Schema) =>
  z.preprocess((given) => (typeof given === 'string' && cleanCode(given) === '' ? undefined : given), schema.optional()).optional();

/** A number of a form, which sends as text what it cannot read. The messages are keys of `validation`. */
export const formNumber = (missing: string) => z.number({ error: ({ input }) => (typeof input === 'string' && input.trim() !== '' ? 'number_unclear' : missing) });

/** A number of a query, in digits alone: neither `1e2` nor `0x10`. */
export const wholeNumber = (most: number, message: string) => z.string(message).regex(/^\d{1,15}$/, message).transform(Number).pipe(z.number().min(1, message).max(most));

/** `?page=` of every list. */
export const pageNumber = wholeNumber(100_000, 'page_number').default(1);

/** A name, a title, a search: one line, as it was meant (row V15). */
export const singleLine = (missing?: string) => z.string(missing).overwrite(cleanLine);

/** An address, a number, a code: nothing in it is invisible (row V15). */
export const typedCode = (missing?: string) => z.string(missing).overwrite(cleanCode);

/** ASCII only, so that no homograph is accepted; stored in lower case. The messages are keys of `validation`. */
export const emailAddress = (invalid: string, missing = invalid) =>
  typedCode(missing).toLowerCase().min(1, missing).max(254, invalid).pipe(z.email(invalid));

/** A slug of a title in any script (A12). */
export const titleSlug = z.string().min(1).refine((given) => slugOf(given) === given, 'must be a slug');

/** PostgreSQL cannot store NUL, and a lone surrogate is not UTF-8. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

const isInRange = (time: Date) => time.getUTCFullYear() >= 1970 && time.getUTCFullYear() <= 2200;

/** A moment in ISO 8601 with its zone, or a day and hour of Cairo without one (`2026-11-21T10:00`), as forms send it. */
export const moment = z.string('date_time').max(40, 'date_time').transform((text, context) => {
  const time = readTime(text);
  if (time && isInRange(time)) return time;
  context.addIssue({ code: 'custom', message: time ? 'date_range' : 'date_time' });
  return z.NEVER;
}).meta({ format: 'date-time' });

/** Any JSON; one schema, so that documents name it once. */
export const jsonValue = z.json();

/** The end of a time: one given by the minute includes that minute, so "until 23:59" lasts until midnight. */
export const endMoment = moment.transform((time) => (time.getTime() % 60_000 === 0 ? new Date(time.getTime() + 59_999) : time));
