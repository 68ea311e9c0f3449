import document from '@/docs/openapi.json';
import { openApiDocument } from '@/lib/api/answers/content';
import { conditionalJson } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';

export const dynamic = 'force-dynamic';

export const GET = handler({ access: 'anyone', answers: { 200: openApiDocument, 304: null } }, ({ request }) => conditionalJson(request, document));
