import 'server-only';
import type { z } from 'zod';
import { config } from '@/lib/config';
import { Problem } from '@/lib/problem';
import type { Page } from './page-of';

/** The query of a list. @throws Problem 422 naming the field */
export function queryOf<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const given = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const errors = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), ['invalid']]));
  throw new Problem(422, 'invalid', { errors });
}

/** A bare list with `Link` to the next and previous page, as the blog's. */
export function listAnswer(request: Request, { rows, page, hasNext }: Page<unknown>): Response {
  const links = [hasNext ? linkTo(request, page + 1, 'next') : null, page > 1 ? linkTo(request, page - 1, 'prev') : null];
  const link = links.filter((each) => each !== null).join(', ');
  return Response.json(rows, { headers: { 'cache-control': 'no-store', ...(link && { link }) } });
}

function linkTo(request: Request, page: number, rel: string): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('page', String(page));
  return `<${config().siteUrl}${pathname}?${searchParams}>; rel="${rel}"`;
}
