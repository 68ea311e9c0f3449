import type { NextRequest } from 'next/server';
import { guardPages } from '@/lib/guards/proxy';

export const proxy = (request: NextRequest) => guardPages(request);

/**
 * Matches pages, including lessons with a dot in their URL. Never matches calls, whose body must arrive untouched.
 * Next requires a literal; lib/guards/proxy.test.ts compares it with lib/routes.ts.
 */
export const config = {
  matcher: [
    '/((?!api/|auth/|assets/|config/|content/|update/|\\.well-known/|_next/|_vercel/|(?:version|healthz|readyz|metrics|robots\\.txt|sitemap\\.xml|favicon\\.ico|openapi\\.json|[a-z]{2}/(?:articles/feed\\.xml|manifest\\.webmanifest))$).*)',
  ],
};
