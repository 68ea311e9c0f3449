import 'server-only';
import { NextResponse, type NextRequest } from 'next/server';
import { isLearner, type Actor, type Permission } from '@/lib/actor';
import { csrfTokenOf, newCsrfCookie } from '@/lib/auth/next-auth/csrf-cookie';
import { visitorOf } from '@/lib/auth/sessions/actor-of';
import { cookieNames, cookieOf, setCookie, withCookie } from '@/lib/auth/sessions/cookies';
import { findCourse, findProductOfCourse, hasCourse } from '@/lib/courses/catalogue/catalogue';
import { findRoute, segmentsOf } from '@/lib/find-route';
import { defaultLanguage, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { isPage } from '@/lib/routes';
import type { PathVerdict } from './path-verdict';
import { loginPath } from './safe-next';

type Page = Extract<PathVerdict, { kind: 'page' }>;

/**
 * Where a visitor of this page is sent instead, or null (G1–G4). A courtesy: every page and call checks again where the
 * data is read, so when the database does not answer the guard lets pass.
 */
export function pageGuard(page: Page, request: Request, wanted: string): Promise<string | null> {
  return redirectOf(page, request, wanted).catch((error: unknown) => {
    log.warn({ err: error }, 'a page guard failed; the page checks again');
    return null;
  });
}

async function redirectOf(page: Page, request: Request, wanted: string): Promise<string | null> {
  const actor = await visitorOf(request.headers);
  if (page.route.access === 'signedOut') {
    if (isLearner(actor)) return `/${page.lang}/home`;
    // Signed in here before, but the access token has expired: refreshed first (G2).
    const isExpired = !actor && cookieOf(request.headers, cookieNames().hint);
    return isExpired ? `/auth/resume?to=${encodeURIComponent(wanted)}` : null;
  }
  if (!isLearner(actor)) return loginPath(wanted);
  const [, slug = ''] = page.segments;
  return page.route.access === 'purchased' ? purchaseGuard(actor, page.lang, slug) : null;
}

/** The payment page of a course that is neither bought nor an administrator's to see (G3). The page itself answers 404 for an unknown course. */
async function purchaseGuard(actor: Actor, lang: Language, slug: string): Promise<string | null> {
  if (actor.role === 'admin') return null;
  const course = await findCourse(slug, lang);
  if (!course?.published || (await hasCourse({ actor, courseSlug: slug }))) return null;
  const product = await findProductOfCourse(slug);
  return product ? `/${lang}/payment?product=${encodeURIComponent(product.key)}` : `/${lang}/payment`;
}

/** Sign-in without JavaScript needs next-auth's token in the form, hence its cookie before the page is rendered. */
export function withCsrfCookie(request: NextRequest): NextResponse {
  const name = cookieNames().csrf;
  if (csrfTokenOf(cookieOf(request.headers, name))) return NextResponse.next();
  const made = newCsrfCookie();
  const response = NextResponse.next({ request: { headers: withCookie(request.headers, name, made) } });
  response.headers.append('set-cookie', setCookie(name, made, { maxAgeSeconds: 86_400 }));
  return response;
}

/** What the table of routes asks for a page of administration; what it does not name asks for the most. @param path after the language */
export function permissionFor(path: string): Permission {
  const route = findRoute(segmentsOf(`/${defaultLanguage}${path}`) ?? []);
  const access = route && isPage(route) ? route.access : 'admin';
  return access === 'enter' || access === 'content' || access === 'articles' || access === 'media' ? access : 'administer';
}
