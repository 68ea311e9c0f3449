import 'server-only';
import { type NextRequest, NextResponse } from 'next/server';
import { readActorOfPage } from '@/lib/accounts/sessions/actor-of';
import {
  cookieNames,
  csrfTokenOf,
  findCookie,
  newCsrfCookie,
  setCookieHeader,
  withCookie,
} from '@/lib/accounts/sessions/cookies';
import { setPageStatus } from '@/lib/cache/page-context';
import { findCourse, findProductOfCourse, hasCourse } from '@/lib/courses/catalogue/catalogue';
import { isDatabaseDown } from '@/lib/database/client';
import { findRoute, splitSegments } from '@/lib/find-route';
import { defaultLanguage, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { type Actor, isLearner, type Permission } from '@/lib/permissions';
import { isPage } from '@/lib/routes';
import type { PathVerdict } from './path-verdict';
import { loginPath, safeNext } from './safe-next';

type Page = Extract<PathVerdict, { kind: 'page' }>;

/** Lets visitors pass if the database is down, because pages and calls check again before reading data (G1–G4). */
export function guardPage(page: Page, request: Request, requestedPath: string): Promise<string | null> {
  return findRedirect(page, request, requestedPath).catch((error: unknown) => {
    log.warn({ err: error }, 'A page guard failed; the page checks again');
    return null;
  });
}

async function findRedirect(page: Page, request: Request, requestedPath: string): Promise<string | null> {
  const actor = await readActorOfPage(request.headers);
  if (page.route.access === 'signedOut') {
    if (isLearner(actor)) return safeNext(new URL(request.url).searchParams.get('next')) ?? `/${page.lang}/home`;
    // The browser was signed in, but its access token has expired: refresh the token first (G2).
    const isExpired = !actor && findCookie(request.headers, cookieNames().hint);
    return isExpired ? `/auth/resume?to=${encodeURIComponent(requestedPath)}` : null;
  }
  if (!isLearner(actor)) return loginPath(requestedPath);
  const [, slug = ''] = page.segments;
  return page.route.access === 'purchased' ? guardPurchase(actor, page.lang, slug) : null;
}

/** The page itself answers 404 for an unknown course (G3). */
async function guardPurchase(actor: Actor, lang: Language, slug: string): Promise<string | null> {
  if (actor.role === 'admin') return null;
  const course = await findCourse(slug, lang);
  if (!course?.published || (await hasCourse({ actor, courseSlug: slug }))) return null;
  const product = await findProductOfCourse(slug);
  return product ? `/${lang}/payment?product=${encodeURIComponent(product.key)}` : `/${lang}/payment`;
}

/** Without JavaScript, the sign-in form needs next-auth's token, so this sets the cookie before the page renders. */
export function withCsrfCookie(request: NextRequest): NextResponse {
  const name = cookieNames().csrf;
  if (csrfTokenOf(findCookie(request.headers, name))) return NextResponse.next();
  const csrfCookie = newCsrfCookie();
  const response = NextResponse.next({ request: { headers: withCookie(request.headers, name, csrfCookie) } });
  response.headers.append('set-cookie', setCookieHeader(name, csrfCookie, { maxAgeSeconds: 86_400 }));
  return response;
}

/** Defaults to `administer` for unknown paths. @param path after the language */
export function permissionFor(path: string): Permission {
  const route = findRoute(splitSegments(`/${defaultLanguage}${path}`) ?? []);
  const access = route && isPage(route) ? route.access : 'admin';
  return access === 'enter' || access === 'content' || access === 'articles' || access === 'media'
    ? access
    : 'administer';
}

/** If the database is down, sets status 503 and returns null, so that the page shows a notice (G5). */
export async function nullIfUnreachable<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    log.error({ error: String(error) }, 'A page was answered with 503, because the database is unreachable');
    setPageStatus(503);
    return null;
  }
}
