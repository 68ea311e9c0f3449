import { config } from '@/lib/config/config';
import { loadTranslator, problemText } from '@/lib/i18n/messages';
import { etagOf } from '@/lib/json-file';
import type { Language } from '@/lib/language';
import { type Problem, problemResponse } from '@/lib/problem';

interface ResponseContent {
  readonly body: string | Buffer;
  readonly type: string;
  readonly etag?: string;
  readonly maxAgeSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function conditionalResponse(
  request: Request,
  { body, type, etag = etagOf(body), maxAgeSeconds = 0, headers }: ResponseContent,
): Response {
  const cacheControl = maxAgeSeconds > 0 ? `public, max-age=${maxAgeSeconds}` : 'public, no-cache';
  const all = { ...headers, etag, 'cache-control': cacheControl, 'content-type': type };
  if (etagMatches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: all });
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers: all });
}

export const jsonType = 'application/json; charset=utf-8';

export const conditionalJson = (
  request: Request,
  value: unknown,
  headers?: Readonly<Record<string, string>>,
): Response =>
  conditionalResponse(request, { body: JSON.stringify(value), type: jsonType, ...(headers ? { headers } : {}) });

const etagMatches = (ifNoneMatch: string | null, etag: string) =>
  ifNoneMatch !== null &&
  ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);

interface PagingInfo {
  readonly page: number;
  /** Defaults to `page - 1`. Pass the last page if `page` is beyond the end. */
  readonly previous?: number;
  readonly hasNext: boolean;
  readonly total?: number;
}

function pagingHeaders(
  request: Request,
  { page, previous = page - 1, hasNext, total }: PagingInfo,
): Record<string, string> {
  const links = [
    hasNext ? linkTo(request, page + 1, 'next') : null,
    page > 1 ? linkTo(request, Math.max(1, previous), 'prev') : null,
  ];
  const link = links.filter((each) => each !== null).join(', ');
  return { ...(link === '' ? {} : { link }), ...(total === undefined ? {} : { 'x-total-count': String(total) }) };
}

export function countedPaging(
  request: Request,
  { page, pageSize, total }: { page: number; pageSize: number; total: number },
): Record<string, string> {
  const last = Math.ceil(total / pageSize);
  return pagingHeaders(request, { page, previous: Math.min(page - 1, last), hasNext: page < last, total });
}

export const listResponse = (
  request: Request,
  { rows, page, hasNext }: { rows: unknown; page: number; hasNext: boolean },
): Response =>
  Response.json(rows, { headers: { 'cache-control': 'no-store', ...pagingHeaders(request, { page, hasNext }) } });

function linkTo(request: Request, page: number, rel: string): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('page', String(page));
  return `<${config().siteUrl}${pathname}?${searchParams}>; rel="${rel}"`;
}

export async function answerProblem(problem: Problem, lang: Language, request: Request): Promise<Response> {
  const translate = await loadTranslator(lang);
  const response = problemResponse(
    problem,
    problemText(translate, problem.key),
    request.headers.get('x-request-id') ?? '',
  );
  response.headers.set('content-language', lang);
  return response;
}
