import 'server-only';
import { type NextRequest, NextResponse } from 'next/server';
import type { PageRoute } from '@/lib/routes';
import { pathVerdict } from './path-verdict';

const redirect = (request: NextRequest, to: string): NextResponse => {
  const response = NextResponse.redirect(new URL(to, request.url), 307);
  response.headers.set('cache-control', 'private, no-store');
  return response;
};

function requestedPath(request: NextRequest): string {
  const query = new URLSearchParams(request.nextUrl.search);
  query.delete('_rsc');
  return request.nextUrl.pathname + (query.size > 0 ? `?${query}` : '');
}

async function isRouteAvailable(route: PageRoute): Promise<boolean> {
  return route.featureFlag === undefined || (await import('@/lib/content/enabled-features')).isRouteEnabled(route);
}

export async function guardPages(request: NextRequest): Promise<NextResponse> {
  const verdict = pathVerdict(request.nextUrl.pathname, request.cookies.get('NEXT_LOCALE')?.value);
  if (verdict.kind === 'malformed') return new NextResponse('Bad Request', { status: 400 });
  if (verdict.kind === 'redirect') return redirect(request, verdict.to);
  if (verdict.kind === 'unknown' || !(await isRouteAvailable(verdict.route)))
    return NextResponse.rewrite(new URL(`/${verdict.lang}/home?unknown=1`, request.url));
  const { access } = verdict.route;
  if (access === 'public') return NextResponse.next();
  // Load the guard on demand, to keep the first public page fast.
  const { guardPage, withCsrfCookie } = await import('./page-guard');
  const redirectTo = await guardPage(verdict, request, requestedPath(request));
  if (redirectTo) return redirect(request, redirectTo);
  return access === 'signedOut' ? withCsrfCookie(request) : NextResponse.next();
}
