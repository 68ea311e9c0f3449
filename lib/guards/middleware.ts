import 'server-only';
import { NextResponse, type NextRequest } from 'next/server';
import { log } from '@/lib/log';
import { cookieNames, setCookie } from '@/lib/sessions/cookies';
import { csrfTokenOf, newCsrfCookie } from '@/lib/sessions/csrf-cookie';
import { isLoginArea, pageGuard } from './page-guard';
import { pathVerdict } from './path-verdict';

const redirect = (request: NextRequest, to: string): NextResponse => {
  const response = NextResponse.redirect(new URL(to, request.url), 307);
  response.headers.set('cache-control', 'private, no-store');
  return response;
};

function wantedPath(request: NextRequest): string {
  const query = new URLSearchParams(request.nextUrl.search);
  query.delete('_rsc');
  return request.nextUrl.pathname + (query.size > 0 ? `?${query}` : '');
}

/** Language, unknown paths and guards, for every page (rows A1, A3, A4, G1–G4). */
export async function guardPages(request: NextRequest): Promise<NextResponse> {
  const verdict = pathVerdict(request.nextUrl.pathname, request.cookies.get('NEXT_LOCALE')?.value);
  if (verdict.kind === 'malformed') return new NextResponse('Bad Request', { status: 400 });
  if (verdict.kind === 'redirect') return redirect(request, verdict.to);
  if (verdict.kind === 'unknown') return NextResponse.rewrite(new URL(`/${verdict.lang}/home?unknown=1`, request.url));
  const to = await pageGuard(verdict, request, wantedPath(request)).catch((error: unknown) => {
    log.warn({ err: error }, 'a guard could not be asked; the page will ask again');
    return null;
  });
  if (to) return redirect(request, to);
  return isLoginArea(verdict) ? withCsrfCookie(request) : NextResponse.next();
}

/** Sign-in without JavaScript needs next-auth's token in the form, hence its cookie before the page is rendered. */
function withCsrfCookie(request: NextRequest): NextResponse {
  const name = cookieNames().csrf;
  const present = request.cookies.get(name)?.value;
  if (csrfTokenOf(present)) return NextResponse.next();
  const made = newCsrfCookie();
  const headers = new Headers(request.headers);
  const others = request.cookies.getAll().filter((cookie) => cookie.name !== name);
  headers.set('cookie', [...others.map((cookie) => `${cookie.name}=${cookie.value}`), `${name}=${made}`].join('; '));
  const response = NextResponse.next({ request: { headers } });
  response.headers.append('set-cookie', setCookie(name, made, { maxAgeSeconds: 86_400 }));
  return response;
}
