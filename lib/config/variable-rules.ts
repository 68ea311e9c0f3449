import { z } from 'zod';
import { emailPattern } from '@/lib/schemas';

export function integerBetween(low: number, high: number) {
  const rule = `must be a whole number from ${low} to ${high}`;
  return z.coerce.number(rule).int(rule).min(low, rule).max(high, rule);
}
export function numberBetween(low: number, high: number) {
  const rule = `must be a number from ${low} to ${high}`;
  return z.coerce.number(rule).min(low, rule).max(high, rule);
}
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
export const maxLength = (characters: number) =>
  z.string().max(characters, `must have at most ${characters} characters`);
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  // fetch rejects a URL with a password, and its error message prints the URL.
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'must not contain a user name or password',
  );

/** The site cannot run under a path: links, cookies and callbacks begin at the root. */
export const origin = url.refine(
  (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
  'must be an address without a path, such as https://www.example.com: the site cannot run in a folder',
);

const connectionUrlHint =
  'cannot be read. In user name and password write % as %25, # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A';

/** An unescaped `#`, `/` or `?` would move part of the password into the host, path or query, which errors print. */
export const connectionUrl = (beginning: RegExp, rule: string, { needsHost }: { needsHost: boolean }) =>
  z
    .string()
    .regex(beginning, { error: rule, abort: true })
    .refine((text) => isConnectionUrl(text, needsHost), connectionUrlHint);

function isConnectionUrl(text: string, needsHost: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, username, password, pathname, search, hash } = new URL(text);
  if (hash !== '' || /@/.test(`${pathname}${search}`) || (needsHost && hostname === '')) return false;
  return [username, password, pathname].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
export const email = z.email({ pattern: emailPattern, error: 'must be an email address' });
export const seconds = (standard: number) => integerBetween(1, 31_536_000).default(standard);
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export interface Documentation {
  section?: string;
  description: string;
  standard?: string;
  example?: string;
}

export const documented = <Schema extends z.ZodType>(schema: Schema, documentation: Documentation) =>
  schema.meta({ ...documentation });

export type RawEnvironment = Readonly<Record<string, string | undefined>>;

export const isLoopback = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** If any of the variables is set, reports the missing ones. @returns whether any is set */
export function requireAll(
  variables: RawEnvironment,
  names: readonly string[],
  rule: string,
  problems: string[],
): boolean {
  const missing = names.filter((name) => !variables[name]);
  const isAnySet = missing.length < names.length;
  if (isAnySet) problems.push(...missing.map((name) => `${name}: ${rule}`));
  return isAnySet;
}
