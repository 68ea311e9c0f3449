import type { z } from 'zod';
import type { Language } from '@/lib/language';
import { parseGiven } from './request-body';

/** The query of a GET; an empty value counts as absent. @throws Problem 422 with `errors` by name */
export async function parseQuery<Schema extends z.ZodType>(request: Request, schema: Schema, lang: Language): Promise<z.output<Schema>> {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== '');
  return parseGiven(Object.fromEntries(given), schema, lang);
}
