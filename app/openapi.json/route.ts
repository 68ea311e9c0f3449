import { openApiDocument } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { builtDocument } from '@/lib/api/openapi/built-document';
import { conditionalJson } from '@/lib/api/responses';

export const dynamic = 'force-dynamic';

export const GET = handler(
  {
    id: 'getOpenApiDocument',
    tag: 'Content',
    summary: 'This document',
    access: 'anyone',
    answers: { 200: openApiDocument, 304: null },
  },
  ({ request }) => conditionalJson(request, builtDocument()),
);
