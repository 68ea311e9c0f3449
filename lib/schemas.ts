import { z, type ZodType } from 'zod';
import { readTime } from './clock';
import { defaultLanguage, inEachLanguage, type Language } from './language';
import { cleanCode, cleanLine, toSlug } from './text';

export const localised = <Schema extends ZodType>(schema: Schema) => z.object(inEachLanguage(() => schema));

type WithFallback<Schema extends ZodType> = Record<typeof defaultLanguage, Schema> &
  Record<Exclude<Language, typeof defaultLanguage>, z.ZodOptional<Schema>>;

export const localisedWithFallback = <Schema extends ZodType>(schema: Schema) =>
  z.object(
    inEachLanguage<Schema | z.ZodOptional<Schema>>((lang) =>
      lang === defaultLanguage ? schema : schema.optional(),
    ) as WithFallback<Schema>,
  );

/** Treats an empty field as absent, because forms without JavaScript send every field. */
export const unlessEmpty = <Schema extends ZodType>(schema: Schema) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' && cleanCode(given) === '' ? undefined : given),
      schema.optional(),
    )
    .optional();

/** Forms send a number that they cannot read as text. Messages are keys of `validation`. */
export const formNumber = (missing: string) =>
  z.number({ error: ({ input }) => (typeof input === 'string' && input.trim() !== '' ? 'number_unclear' : missing) });

/** Accepts digits only, not `1e2` or `0x10`. */
export const wholeNumber = (max: number, message: string) =>
  z
    .string(message)
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.number().min(1, message).max(max));

export const pageNumber = wholeNumber(100_000, 'page_number').default(1);

/** Strips invisible characters except those that belong to words (row V15). */
export const singleLine = (missing?: string) => z.string(missing).overwrite(cleanLine);

/** Strips every invisible character (row V15). */
export const typedCode = (missing?: string) => z.string(missing).overwrite(cleanCode);

/** Zod's pattern, plus `&`, `/` and `=` before the @, and last labels such as `xn--wgbh1c`, as browsers send `.مصر`. */
export const emailPattern =
  /^(?:[\w'+&/=-]+\.)*[\w'+&/=-]*[\w+&/=-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z\d-]+)$/;

const maxEmailLength = 254;
const wideDomain = /^(?=.*[^\x00-\x7f])[\p{L}\p{M}\p{N}.-]+$/u;

/** Writes a domain such as `موقع.مصر` as Chromium does in its email fields. Firefox and lists of addresses do not. */
function asciiDomain(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  // Converting a long domain takes seconds, and no accepted address is as long.
  if (address.length > maxEmailLength || domain === address || !wideDomain.test(domain)) return address;
  const site = `https://${domain}`;
  return URL.canParse(site) ? address.slice(0, -domain.length) + new URL(site).hostname : address;
}

/** ASCII only, to prevent homographs. Messages are keys of `validation`. */
export const emailAddress = (invalid: string, missing = invalid) =>
  typedCode(missing)
    .overwrite(asciiDomain)
    .toLowerCase()
    .min(1, missing)
    .max(maxEmailLength, invalid)
    .pipe(z.email({ pattern: emailPattern, error: invalid }));

export const titleSlug = z
  .string()
  .min(1)
  .refine((given) => toSlug(given) === given, 'must be a slug');

/** PostgreSQL cannot store NUL, and a lone surrogate is not UTF-8. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

const isInRange = (time: Date) => time.getUTCFullYear() >= 1970 && time.getUTCFullYear() <= 2200;

/** Reads times without a zone as Cairo time. */
export const moment = z
  .string('date_time')
  .max(40, 'date_time')
  .transform((text, context) => {
    const time = readTime(text);
    if (time && isInRange(time)) return time;
    context.addIssue({ code: 'custom', message: time ? 'date_range' : 'date_time' });
    return z.NEVER;
  })
  .meta({ format: 'date-time' });

export const jsonValue = z.json();

/** Moves a whole minute to its end, because "until 23:59" includes that minute. */
export const endMoment = moment.transform((time) =>
  time.getTime() % 60_000 === 0 ? new Date(time.getTime() + 59_999) : time,
);
