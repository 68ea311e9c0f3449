import 'server-only';
import { config } from '@/lib/config/config';

interface PageOfList {
  readonly page: number;
  /** The page before this one; absent, the number below. A page beyond the last leads back to the last. */
  readonly previous?: number;
  readonly hasNext: boolean;
  /** Of the whole list; absent where it is not counted. */
  readonly total?: number;
}

/** `Link` to the next and previous page of a list with the same query, and `X-Total-Count`. */
function pagingHeaders(request: Request, { page, previous = page - 1, hasNext, total }: PageOfList): Record<string, string> {
  const links = [hasNext ? linkTo(request, page + 1, 'next') : null, page > 1 ? linkTo(request, Math.max(1, previous), 'prev') : null];
  const link = links.filter((each) => each !== null).join(', ');
  return { ...(link === '' ? {} : { link }), ...(total === undefined ? {} : { 'x-total-count': String(total) }) };
}

/** The same for a list of which only the number of entries is known. */
export function countedPaging(request: Request, { page, pageSize, total }: { page: number; pageSize: number; total: number }): Record<string, string> {
  const last = Math.ceil(total / pageSize);
  return pagingHeaders(request, { page, previous: Math.min(page - 1, last), hasNext: page < last, total });
}

/** A page of a list of administration: a bare list, as the blog's. */
export const listAnswer = (request: Request, { rows, page, hasNext }: { rows: unknown; page: number; hasNext: boolean }): Response =>
  Response.json(rows, { headers: { 'cache-control': 'no-store', ...pagingHeaders(request, { page, hasNext }) } });

function linkTo(request: Request, page: number, rel: string): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('page', String(page));
  return `<${config().siteUrl}${pathname}?${searchParams}>; rel="${rel}"`;
}
