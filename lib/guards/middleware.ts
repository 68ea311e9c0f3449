import 'server-only';
import { NextResponse, type NextRequest } from 'next/server';
import type { PageRoute } from '@/lib/routes';
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

/** A page of a capability that is switched off is an unknown path. Content is loaded only for those that may be. */
async function isThere(route: PageRoute): Promise<boolean> {
  return route.capability === undefined || (await import('@/lib/content/capabilities')).isRouteOn(route);
}

/** Language, unknown paths and guards, for every page (A1, A3, A4, G1–G4). */
export async function guardPages(request: NextRequest): Promise<NextResponse> {
  const verdict = pathVerdict(request.nextUrl.pathname, request.cookies.get('NEXT_LOCALE')?.value);
  if (verdict.kind === 'malformed') return new NextResponse('Bad Request', { status: 400 });
  if (verdict.kind === 'redirect') return redirect(request, verdict.to);
  if (verdict.kind === 'unknown' || !(await isThere(verdict.route))) return NextResponse.rewrite(new URL(`/${verdict.lang}/home?unknown=1`, request.url));
  const { access } = verdict.route;
  if (access === 'public') return NextResponse.next();
  // Sessions and the database are loaded with the first page that asks for them, so the first public page does not wait.
  const { pageGuard, withCsrfCookie } = await import('./page-guard');
  const to = await pageGuard(verdict, request, wantedPath(request));
  if (to) return redirect(request, to);
  return access === 'signedOut' ? withCsrfCookie(request) : NextResponse.next();
}
