import 'server-only';
import { config } from '@/lib/config/config';
import type { Page } from './page-of';

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
