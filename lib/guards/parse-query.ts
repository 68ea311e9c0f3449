import type { z } from 'zod';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { fieldErrors } from './request-body';

/** The query of a GET; an empty value counts as absent. @throws Problem 422 with `errors` by name */
export async function parseQuery<Schema extends z.ZodType>(request: Request, schema: Schema, lang: Language): Promise<z.output<Schema>> {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== '');
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new Problem(422, 'invalid', { errors: await fieldErrors(parsed.error, lang) });
}
