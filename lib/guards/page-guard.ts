import 'server-only';
import { NextResponse, type NextRequest } from 'next/server';
import { isLearner } from '@/lib/actor';
import { log } from '@/lib/log';
import { actorOf } from '@/lib/auth/sessions/actor-of';
import { cookieNames, cookieOf, setCookie, withCookie } from '@/lib/auth/sessions/cookies';
import { csrfTokenOf, newCsrfCookie } from '@/lib/auth/next-auth/csrf-cookie';
import { isLoginArea, type Page } from './guarded-areas';
import { purchaseGuard } from './purchase-guard';
import { loginPath } from './safe-next';

/**
 * Where a visitor of this page is sent instead, or null (rows G1–G4). A courtesy: every page and call asks again where
 * the data is read, so a guard that cannot be asked lets pass.
 */
export function pageGuard(page: Page, request: Request, wanted: string): Promise<string | null> {
  return sentTo(page, request, wanted).catch((error: unknown) => {
    log.warn({ err: error }, 'a guard could not be asked; the page will ask again');
    return null;
  });
}

async function sentTo(page: Page, request: Request, wanted: string): Promise<string | null> {
  if (isLoginArea(page)) return loginAreaGuard(page, request, wanted);
  const actor = await actorOf(request);
  if (!isLearner(actor)) return loginPath(wanted);
  const [area, slug] = page.segments;
  return area === 'course' && slug !== undefined ? purchaseGuard(actor, page.lang, slug) : null;
}

/** Row G2; and who has signed in here before but whose access has run out goes through the refresh first. */
async function loginAreaGuard(page: Page, request: Request, wanted: string): Promise<string | null> {
  const hint = cookieOf(request.headers, cookieNames().hint);
  const actor = await actorOf(request);
  if (isLearner(actor)) return `/${page.lang}/home`;
  return hint && !actor ? `/auth/resume?to=${encodeURIComponent(wanted)}` : null;
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
