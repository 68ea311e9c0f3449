import type { NextRequest } from 'next/server';
import { guardPages } from '@/lib/guards/middleware';

export const middleware = (request: NextRequest) => guardPages(request);

/**
 * Every page, also lesson addresses with a dot in them; never a call, whose body must arrive untouched. Next wants a
 * literal here; lib/guards/middleware.test.ts holds it to lib/routes.ts.
 */
export const config = {
  runtime: 'nodejs',
  matcher: [
    '/((?!api/|auth/|assets/|config/|content/|update/|_next/|_vercel/|(?:version|healthz|readyz|metrics|robots\\.txt|sitemap\\.xml|favicon\\.ico|openapi\\.json|[a-z]{2}/(?:articles/feed\\.xml|manifest\\.webmanifest))$).*)',
  ],
};
